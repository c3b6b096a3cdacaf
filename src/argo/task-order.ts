import { compareText, type ObjectRef } from "../manifest/object-ref.ts";
import { kindRank } from "./kind-order.ts";
import { type Phase, phases } from "./phase.ts";
import type { SyncTask } from "./sync-task.ts";

const phaseRanks: ReadonlyMap<Phase, number> = new Map(phases.map((phase, rank) => [phase, rank]));

/**
 * Phase, wave, kind, name, as `Less` in gitops-engine 3.6.1 `pkg/sync/sync_tasks.go`. It stops there and sorts unstably,
 * so equal ones come in any order; we go on with kind, namespace and group to have one.
 */
export function compareTasks(a: SyncTask, b: SyncTask): number {
  return comparePlaces(a, b) || compareInWave(a, b) || indexOf(a) - indexOf(b);
}

/** The Namespace that Argo CD makes itself comes after a hook that makes the same. */
function indexOf({ object }: SyncTask): number {
  return object?.index ?? Number.MAX_SAFE_INTEGER;
}

/** Where in a sync something is done. */
export interface Place {
  readonly phase: Phase;
  readonly wave: number;
}

export function comparePlaces(a: Place, b: Place): number {
  return phaseRank(a.phase) - phaseRank(b.phase) || a.wave - b.wave;
}

export function compareInWave(
  { ref: a }: { readonly ref: ObjectRef },
  { ref: b }: { readonly ref: ObjectRef },
): number {
  return (
    kindRank(a.kind) - kindRank(b.kind) ||
    compareText(a.name, b.name) ||
    compareText(a.kind, b.kind) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.group, b.group)
  );
}

function phaseRank(phase: Phase): number {
  return phaseRanks.get(phase) ?? phases.length;
}
