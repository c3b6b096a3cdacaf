import { appendAll } from "../../append-all.ts";
import { printable } from "../../findings/printable.ts";
import { refKey } from "../../manifest/object-ref.ts";
import { type PictureStep, pictureSteps } from "../picture-steps.ts";
import type { PlanInput } from "../plan-input.ts";
import { gateAfter } from "../step-gate.ts";
import { enumerate, wrap } from "../text-layout.ts";
import { drawStep } from "./drawn-step.ts";
import { stopWords } from "./outcome-section.ts";
import { type TextOptions, titled } from "./section.ts";

const shownSteps = 16;

/** The sync as a picture: its steps from top to bottom, what each applies, and what lets the next one begin. */
export function syncPicture(input: PlanInput, options: TextOptions): readonly string[] {
  if (input.barriers.length === 0) return [];
  const steps = pictureSteps(input);
  const lines = [...orderTitle(input, options)];
  let isBehindBarrier = false;
  for (const [at, step] of steps.slice(0, shownSteps).entries()) {
    isBehindBarrier ||= step.barriers.length > 0;
    const isAhead = steps.slice(at + 1).some((later) => isLower(later, step));
    appendAll(lines, drawStep(step, { isAhead, isBehindBarrier }, options));
    if (at < steps.length - 1) appendAll(lines, drawGate(step, input, options));
  }
  const left = steps.slice(shownSteps);
  if (left.length > 0) {
    const last = left.at(-1)?.last.step ?? 0;
    lines.push(`  steps ${left[0]?.first.step}–${last} (all of them with -o json)`);
  }
  return [...lines, ...drawStop(input, options)];
}

function isLower(later: PictureStep, step: PictureStep): boolean {
  return later.phase === step.phase && later.first.wave < step.first.wave;
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
