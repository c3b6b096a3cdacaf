import type { Barrier } from "../barrier/barrier.ts";
import type { SignerConfig } from "../config/config.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import type { PlanInput } from "./plan-input.ts";

/** One or more calls of Argo CD's sync loop that a reader may take together. */
export interface PictureStep {
  readonly phase: string;
  readonly first: { readonly step: number; readonly wave: number };
  readonly last: { readonly step: number; readonly wave: number };
  readonly policies: readonly ObjectRef[];
  readonly barriers: readonly Barrier[];
  readonly dependents: readonly ObjectRef[];
  /** Everything else. */
  readonly others: readonly ObjectRef[];
  /** Those of `others` that run a signer of a barrier. */
  readonly signers: readonly ObjectRef[];
}

/**
 * The steps of a sync as the picture shows them. A step with a policy or a barrier stands alone, and so does the first
 * one with dependents behind a barrier; neighbours among the rest are one.
 */
export function pictureSteps(input: PlanInput): readonly PictureStep[] {
  const shown: PictureStep[] = [];
  let isBehindBarrier = false;
  let isFoldable = false;
  for (const step of singleSteps(input)) {
    const opensBarrier = step.barriers.length > 0;
    const isFirstBehind: boolean = isBehindBarrier && step.dependents.length > 0;
    const isKey = opensBarrier || isFirstBehind || step.policies.length > 0;
    const previous = shown.at(-1);
    if (previous !== undefined && isFoldable && !isKey && previous.phase === step.phase) {
      shown[shown.length - 1] = joined(previous, step);
    } else {
      shown.push(step);
    }
    isFoldable = !isKey;
    isBehindBarrier = opensBarrier || (isBehindBarrier && !isFirstBehind);
  }
  return shown;
}

function joined(a: PictureStep, b: PictureStep): PictureStep {
  return {
    ...a,
    last: b.last,
    dependents: [...a.dependents, ...b.dependents],
    others: [...a.others, ...b.others],
    signers: [...a.signers, ...b.signers],
  };
}

interface GrowingStep extends PictureStep {
  readonly policies: ObjectRef[];
  readonly barriers: Barrier[];
  readonly dependents: ObjectRef[];
  readonly others: ObjectRef[];
  readonly signers: ObjectRef[];
}

function singleSteps(input: PlanInput): Iterable<PictureStep> {
  const barriers = new Map(input.barriers.map((barrier) => [refKey(barrier.ref), barrier]));
  const groups = input.barriers.map(({ group }) => group);
  const policies = new Set(
    groups.flatMap(({ policyManifest }) =>
      policyManifest === undefined ? [] : [refKey(policyManifest.ref)],
    ),
  );
  const dependents = new Set(
    groups.flatMap(({ requesters }) => requesters.map(({ dependent }) => refKey(dependent.ref))),
  );
  const signers = new Set(groups.flatMap(({ signer }) => workloadKey(signer) ?? []));
  const steps = new Map<number, GrowingStep>();
  for (const { op, step, wave, phase, ref } of input.sync.steps) {
    if (op !== "apply") continue;
    let known = steps.get(step);
    if (known === undefined) {
      const place = { step, wave };
      const none = { policies: [], barriers: [], dependents: [], others: [], signers: [] };
      known = { phase, first: place, last: place, ...none };
      steps.set(step, known);
    }
    const key = refKey(ref);
    const barrier = barriers.get(key);
    if (barrier !== undefined) known.barriers.push(barrier);
    else if (policies.has(key)) known.policies.push(ref);
    else if (dependents.has(key)) known.dependents.push(ref);
    else {
      known.others.push(ref);
      if (signers.has(key)) known.signers.push(ref);
    }
  }
  return steps.values();
}

/** Deployments, StatefulSets and DaemonSets are what the configuration can name. */
function workloadKey({ workload }: SignerConfig): string | undefined {
  return workload && refKey({ group: "apps", ...workload });
}
