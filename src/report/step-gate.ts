import { refKey } from "../manifest/object-ref.ts";
import type { PictureStep } from "./picture-steps.ts";
import type { PlanInput } from "./plan-input.ts";
import { showRef } from "./text-layout.ts";

/** What has to be true before Argo CD begins the step after this one. */
export interface StepGate {
  /** Half-sentences such as `the grants are loaded`; none where the next step begins at once. */
  readonly conditions: readonly string[];
  /** True where a barrier is among them. */
  readonly isGuarded: boolean;
  /** True where a policy was applied that nobody waits for yet: applied is not loaded. */
  readonly isOnlyApplied: boolean;
}

/** The gate behind a step. What has no health counts as done when it is applied, and is not among the conditions. */
export function gateAfter(step: PictureStep, { waits }: PlanInput): StepGate {
  const barriers = new Set(step.barriers.map(({ ref }) => refKey(ref)));
  const waited = waits.find((wait) => wait.step === step.last.step)?.for ?? [];
  const healthy = waited.filter((ref) => !barriers.has(refKey(ref)));
  const conditions = [
    ...(barriers.size > 0 ? ["the grants are loaded"] : []),
    ...(healthy.length === 1 ? healthy.map((ref) => `${showRef(ref)} is healthy`) : []),
    ...(healthy.length > 1 ? [`${healthy.length} objects are healthy`] : []),
  ];
  return {
    conditions,
    isGuarded: barriers.size > 0,
    isOnlyApplied: conditions.length === 0 && step.policies.length > 0,
  };
}
