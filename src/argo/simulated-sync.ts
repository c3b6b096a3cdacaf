import type { ObjectRef } from "../manifest/object-ref.ts";
import type { LiveObject, PruneOptions } from "./prune-task.ts";
import type { ServedKinds } from "./served-kinds.ts";
import type { SyncStep } from "./step-log.ts";
import type { SyncOrderOptions } from "./sync-order.ts";

/** What is asked of a sync, what the cluster has, and how it answers. All but the first two parts may be left out. */
export interface SimulateOptions extends SyncOrderOptions, PruneOptions, ClusterAnswers {
  /**
   * What the cluster has before the sync, as Argo CD sees it for this Application: what it tracks, and what has the
   * identity of a rendered object. None where left out.
   */
  readonly live?: readonly LiveObject[];
  /**
   * `ApplyOutOfSyncOnly=true`: the live objects that are as they should be, which are not applied. Hooks and objects that
   * are not live are always applied.
   */
  readonly inSync?: (ref: ObjectRef) => boolean;
  /** The kinds that the API server serves before the sync; all where left out. */
  readonly servedKinds?: ServedKinds;
  /** `SkipDryRunOnMissingResource=true` for the whole Application. */
  readonly skipDryRunOnMissingResource?: boolean;
}

/** How the cluster answers; where nothing is said, everything goes well and at once. */
export interface ClusterAnswers {
  /** Objects that stay Progressing for ever; all others are healthy as soon as they are applied. */
  readonly neverHealthy?: (ref: ObjectRef) => boolean;
  /** Objects that become Degraded. */
  readonly degraded?: (ref: ObjectRef) => boolean;
  /** Objects whose deletion never ends, such as those with a finalizer that nobody removes. */
  readonly neverDeleted?: (ref: ObjectRef) => boolean;
  /** Objects that somebody deletes as soon as they are applied. */
  readonly vanishes?: (ref: ObjectRef) => boolean;
  /** What the API server says when it refuses to apply or to prune an object; undefined where it does not. */
  readonly refuses?: (op: "dry-run" | "apply" | "prune", ref: ObjectRef) => string | undefined;
}

/** Where an operation ends, or where it stays. */
export interface SyncEnd {
  /** `Running`: the operation waits, and nothing that it does itself will ever end that. */
  readonly outcome: "Succeeded" | "Running" | "Failed";
  /** What the operation says at its end, or while it waits: Argo CD's own words, since people search for them. */
  readonly message: string;
}

export interface SimulatedSync extends SyncEnd {
  readonly steps: readonly SyncStep[];
}
