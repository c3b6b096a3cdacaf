/** Argo CD's phases of a sync in their order (gitops-engine 3.6 `pkg/sync/sync_tasks.go` `syncPhaseOrder`). */
export const phases = ["PreSync", "Sync", "PostSync", "SyncFail"] as const;

export type Phase = (typeof phases)[number];

/** Where the first of an object's phases stands among all; infinite for one that no sync applies. */
export function firstPhaseRank(those: readonly Phase[]): number {
  return those.reduce((rank, phase) => Math.min(rank, phases.indexOf(phase)), Number.POSITIVE_INFINITY);
}

/** Hook types that Argo CD runs outside the sync, around the deletion of the Application. */
export type OutsidePhase = "PreDelete" | "PostDelete";
