import { appendAll } from "../../append-all.ts";
import type { Barrier } from "../../barrier/barrier.ts";
import { soleRequester } from "../../barrier/sole-requester.ts";
import { printable } from "../../findings/printable.ts";
import type { PictureStep } from "../picture-steps.ts";
import { summariseRefs } from "../ref-summary.ts";
import { showRef, showSeconds, wrap } from "../text-layout.ts";
import type { TextOptions } from "./section.ts";

/** Where a step stands in its sync. */
export interface StepPlace {
  /** A later step of its phase has a lower wave. */
  readonly isAhead: boolean;
  /** A barrier stands in it or before it. */
  readonly isBehindBarrier: boolean;
}

const shownBarriers = 5;
const shownDependents = 3;

/** Where the texts of a step begin. */
const margin = "    │           ";

/**
 * Why a wave may come before a lower one: Argo CD applies a Namespace or a CustomResourceDefinition before the first
 * object that needs it (gitops-engine 3.6.1 `pkg/sync/sync_tasks.go` `adjustDeps`).
 */
const pulledForward = "Argo CD makes it before what needs it, whatever its wave";

/** Why a signer that comes after the barrier that asks about it does no harm there. */
const signerMayWait = "need not come first: a signer that is not up cannot deny";

/** One step of the picture: what it applies, by the part that it plays. */
export function drawStep(step: PictureStep, place: StepPlace, options: TextOptions): readonly string[] {
  const { style, width } = options;
  const title = titleOf(step);
  const keys = step.policies.length + step.barriers.length + step.dependents.length + step.signers.length;
  const others = summariseRefs(step.others.filter((ref) => !step.signers.includes(ref)));
  const why = place.isAhead ? wrap(pulledForward, width, "    │ ").map(style.quiet) : [];
  if (keys === 0 && title.length + others.length + 4 <= width) {
    return [`  ${style.heading(title)}  ${style.quiet(others)}`, ...why];
  }
  const lines = [`  ${style.heading(title)}`];
  for (const ref of step.policies) appendAll(lines, entry("policy", showRef(ref), width).map(style.good));
  for (const barrier of step.barriers.slice(0, shownBarriers)) {
    appendAll(lines, entry("barrier", printable(barrier.ref.name), width).map(style.good));
    appendAll(lines, wrap(promiseOf(barrier), width, margin));
  }
  const moreBarriers = step.barriers.length - shownBarriers;
  if (moreBarriers > 0) lines.push(`${margin}and ${moreBarriers} more`);
  for (const ref of step.dependents.slice(0, shownDependents)) {
    appendAll(lines, entry("dependent", showRef(ref), width));
  }
  const more = step.dependents.length - shownDependents;
  if (more > 0) lines.push(`${margin}and ${more} more`);
  for (const ref of step.signers) appendAll(lines, entry("signer", showRef(ref), width));
  if (step.signers.length > 0 && place.isBehindBarrier) {
    appendAll(lines, wrap(signerMayWait, width, margin).map(style.quiet));
  }
  if (others !== "") appendAll(lines, entry("beside", others, width).map(style.quiet));
  return [...lines, ...why];
}

function titleOf({ phase, first, last }: PictureStep): string {
  const inPhase = phase === "Sync" ? "" : ` · ${phase}`;
  const steps = first.step === last.step ? `step ${first.step}` : `steps ${first.step}–${last.step}`;
  const waves = first.wave === last.wave ? `wave ${first.wave}` : `waves ${first.wave} to ${last.wave}`;
  return `${steps}${inPhase} · ${waves}`;
}

function entry(role: string, text: string, width: number): readonly string[] {
  return wrap(text, width, `    │ ${role.padEnd(margin.length - 6)}`, margin);
}

function promiseOf({ group, timeoutSeconds }: Barrier): string {
  const signer = printable(group.signerName);
  const requester = soleRequester(group);
  const until =
    requester === undefined
      ? `${signer} has loaded the grants`
      : `${signer} has issued what ${printable(`${requester.namespace}/${requester.serviceAccountName}`)} asks for`;
  return `waits up to ${showSeconds(timeoutSeconds)} until ${until}`;
}
