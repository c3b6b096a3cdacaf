import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { readHook } from "./hooks.ts";
import { hasSyncOption, readSyncOption } from "./sync-option.ts";
import { readWave } from "./wave.ts";

/** An object that the cluster has. */
export interface LiveObject {
  readonly ref: ObjectRef;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface PruneOptions {
  /** Whether the operation prunes; true where left out. Without it, what would be pruned still has a wave. */
  readonly prune?: boolean;
  /** `PruneLast=true` for the whole Application. */
  readonly pruneLast?: boolean;
  /** `Prune=VALUE` among the Application's sync options: counts for objects that say nothing themselves. */
  readonly defaultPrune?: string;
  /** Whether somebody has confirmed what asks for it (`Prune=confirm`). */
  readonly pruneConfirmed?: boolean;
}

/** One live object that is not rendered any more: what a sync deletes (gitops-engine 3.6.1 `sync_task.go` `isPrune`). */
export interface PruneTask {
  readonly ref: ObjectRef;
  readonly phase: "Sync";
  /** The wave that the live object states: prunes of the highest go first. */
  readonly ownWave: number;
  /** After everything else of the Sync phase. */
  readonly isLast: boolean;
  /** `Prune=false`: it stays, but counts as a task all the same. */
  readonly isKept: boolean;
  readonly needsConfirmation: boolean;
  readonly objectKey: string;
  readonly resultKey: string;
}

/**
 * What to do about a live object that no resource of the render stands for; undefined for live hooks and for what Argo
 * CD skips, which are never pruned (`pkg/sync/sync_context.go` `getSyncTasks`, "this creates garbage tasks").
 */
export function makePruneTask(
  { ref, annotations }: LiveObject,
  destinationNamespace: string,
  { prune = true, pruneLast = false, defaultPrune, pruneConfirmed = false }: PruneOptions,
): PruneTask | undefined {
  const { isHook, phases } = readHook(annotations);
  if (isHook || phases.length === 0) {
    return undefined;
  }
  const option = readSyncOption(annotations, "Prune") ?? defaultPrune;
  const objectKey = refKey(ref);
  return {
    ref,
    phase: "Sync",
    ownWave: readWave(annotations).wave,
    isLast: pruneLast || hasSyncOption(annotations, "PruneLast=true"),
    isKept: !prune || option === "false",
    needsConfirmation: option === "confirm" && !pruneConfirmed,
    objectKey,
    resultKey: pruneResultKey(ref, objectKey, destinationNamespace),
  };
}

/**
 * A hook that has taken an object's identity shares its result in the Sync phase. Not so where the object has no
 * namespace: Argo CD writes the destination's into hooks, whatever their scope, so that the two keys differ.
 */
function pruneResultKey(ref: ObjectRef, objectKey: string, destinationNamespace: string): string {
  return ref.namespace === "" && destinationNamespace !== "" ? `${objectKey}\u0000live` : objectKey;
}
