import { compareText } from "../manifest/object-ref.ts";
import { kindRank } from "./kind-order.ts";
import { type Phase, phases } from "./phase.ts";
import type { SyncTask } from "./sync-task.ts";

const phaseRanks: ReadonlyMap<Phase, number> = new Map(phases.map((phase, rank) => [phase, rank]));

/**
 * Phase, wave, kind, name, as `Less` in gitops-engine 3.6.1 `pkg/sync/sync_tasks.go`. It stops there and sorts unstably,
 * so equal ones come in any order; we go on with kind, namespace and group to have one.
 */
export function compareTasks(a: SyncTask, b: SyncTask): number {
  return (
    phaseRank(a.phase) - phaseRank(b.phase) ||
    a.wave - b.wave ||
    kindRank(a.ref.kind) - kindRank(b.ref.kind) ||
    compareText(a.ref.name, b.ref.name) ||
    compareText(a.ref.kind, b.ref.kind) ||
    compareText(a.ref.namespace, b.ref.namespace) ||
    compareText(a.ref.group, b.ref.group) ||
    (a.object?.index ?? -1) - (b.object?.index ?? -1)
  );
}

function phaseRank(phase: Phase): number {
  return phaseRanks.get(phase) ?? phases.length;
}
