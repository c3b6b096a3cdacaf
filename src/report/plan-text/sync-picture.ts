import { appendAll } from "../../append-all.ts";
import type { Barrier } from "../../barrier/barrier.ts";
import { soleRequester } from "../../barrier/sole-requester.ts";
import { printable } from "../../findings/printable.ts";
import { refKey } from "../../manifest/object-ref.ts";
import { type PictureStep, pictureSteps } from "../picture-steps.ts";
import type { PlanInput } from "../plan-input.ts";
import { summariseRefs } from "../ref-summary.ts";
import { gateAfter } from "../step-gate.ts";
import { enumerate, showRef, showSeconds, wrap } from "../text-layout.ts";
import { stopWords } from "./outcome-section.ts";
import { type TextOptions, titled } from "./section.ts";

const shownSteps = 16;
const shownBarriers = 5;
const shownDependents = 3;

/** Where the texts of a step begin. */
const margin = "    │           ";

/** The sync as a picture: its steps from top to bottom, what each applies, and what lets the next one begin. */
export function syncPicture(input: PlanInput, options: TextOptions): readonly string[] {
  if (input.barriers.length === 0) return [];
  const steps = pictureSteps(input);
  const lines = [...orderTitle(input, options)];
  for (const [at, step] of steps.slice(0, shownSteps).entries()) {
    appendAll(lines, drawStep(step, options));
    if (at < steps.length - 1) appendAll(lines, drawGate(step, input, options));
  }
  const left = steps.slice(shownSteps);
  if (left.length > 0) {
    const last = left.at(-1)?.last.step ?? 0;
    lines.push(`  steps ${left[0]?.first.step}–${last} (all of them with -o json)`);
  }
  return [...lines, ...drawStop(input, options)];
}

/** What the picture comes to; where an error keeps the policy from coming first, that and no promise. */
function orderTitle(input: PlanInput, options: TextOptions): readonly string[] {
  const { style } = options;
  const steps = new Map<string, number>();
  for (const { ref, step } of input.sync.steps) {
    if (!steps.has(refKey(ref))) steps.set(refKey(ref), step);
  }
  const policies = input.barriers.filter(({ group }) => group.policyManifest !== undefined);
  if (policies.length === 0) return titled("This sync", "barrier, then pods", options, style.good);
  const inOrder = policies.every(({ group, ref }) => {
    const own = steps.get(refKey(ref));
    const before = steps.get(refKey(group.policyManifest?.ref ?? ref));
    return own === undefined || (before !== undefined && before < own);
  });
  if (inOrder) return titled("This sync", "policy, then barrier, then pods", options, style.good);
  return titled("This sync", "a policy comes too late (see the findings)", options, style.bad);
}

/** Where a sync stops that does not come to its end. */
function drawStop({ sync }: PlanInput, { style, width }: TextOptions): readonly string[] {
  if (sync.outcome === "Succeeded") return [];
  const words = `${stopWords[sync.outcome]} here: ${printable(sync.message)}`;
  return wrap(words, width, "    ✗ ", "      ").map(style.bad);
}

function drawStep(step: PictureStep, { style, width }: TextOptions): readonly string[] {
  const title = titleOf(step);
  const plain = step.policies.length + step.barriers.length + step.dependents.length === 0;
  const others = summariseRefs(step.others);
  if (plain && title.length + others.length + 4 <= width) {
    return [`  ${style.heading(title)}  ${style.quiet(others)}`];
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
  if (step.others.length > 0) appendAll(lines, entry("beside", others, width).map(style.quiet));
  return lines;
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

/** What has to be true before Argo CD begins the next step. */
function drawGate(step: PictureStep, input: PlanInput, { style, width }: TextOptions): readonly string[] {
  const { conditions, isGuarded, isOnlyApplied } = gateAfter(step, input);
  if (conditions.length > 0) {
    const colour = isGuarded ? style.good : style.quiet;
    return wrap(`only when ${enumerate(conditions)}`, width, "    ▼ ", "      ").map(colour);
  }
  const applied = isOnlyApplied ? " at once: the policy is applied, but not loaded yet" : "";
  return [style.quiet(`    ▼${applied}`)];
}
