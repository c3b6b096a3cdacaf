import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { readHook } from "./hooks.ts";
import { makePruneTask, type PruneTask } from "./prune-task.ts";
import type { SimulateOptions } from "./simulated-sync.ts";
import { inOrder, listTasks } from "./sync-order.ts";
import { lastOfEach, type SyncObject, type SyncTask } from "./sync-task.ts";

/** What a sync has to do. */
export interface SyncWork {
  /** All that is rendered, also what this sync leaves alone. */
  readonly objects: readonly SyncObject[];
  /** In the order in which they are started. */
  readonly tasks: readonly SyncTask[];
  readonly prunes: readonly PruneTask[];
  /** The highest wave that an object of the Sync phase states; at least 0. */
  readonly highestSyncWave: number;
}

export function planWork(objects: readonly SyncObject[], options: SimulateOptions): SyncWork {
  const tasks = listTasks(objects, options);
  return {
    objects,
    tasks: inOrder(tasks, options),
    prunes: listPrunes(objects, options),
    highestSyncWave: tasks.reduce(
      (highest, { phase, wave }) => (phase === "Sync" ? Math.max(highest, wave) : highest),
      0,
    ),
  };
}

/** What is live and not rendered any more. A hook of the same identity is no reason to keep an object that is none. */
function listPrunes(objects: readonly SyncObject[], options: SimulateOptions): readonly PruneTask[] {
  const rendered = new Set<string>();
  for (const { ref, annotations } of lastOfEach(objects)) {
    if (!readHook(annotations).isHook) rendered.add(refKey(ref));
  }
  return (options.live ?? []).flatMap((live) =>
    rendered.has(refKey(live.ref)) || !isSelected(live.ref, options)
      ? []
      : (makePruneTask(live, options.destinationNamespace, options) ?? []),
  );
}

function isSelected(ref: ObjectRef, { selected }: SimulateOptions): boolean {
  return selected === undefined || selected(ref);
}
