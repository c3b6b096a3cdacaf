/** Argo CD's phases of a sync in their order (gitops-engine 3.6 `pkg/sync/sync_tasks.go` `syncPhaseOrder`). */
export const phases = ["PreSync", "Sync", "PostSync", "SyncFail"] as const;

export type Phase = (typeof phases)[number];

/** Hook types that Argo CD runs outside the sync, around the deletion of the Application. */
export type OutsidePhase = "PreDelete" | "PostDelete";
