import type { ObjectRef } from "../manifest/object-ref.ts";
import { moveDependencies } from "./dependency-moves.ts";
import { readHook } from "./hooks.ts";
import { makeNamespaceTask, makeTasks, type SyncObject, type SyncTask } from "./sync-task.ts";
import { compareTasks } from "./task-order.ts";

export interface SyncOrderOptions {
  /** The namespace of the Application's destination; empty where it has none. */
  readonly destinationNamespace: string;
  /** `CreateNamespace=true` and no such Namespace in the cluster yet. */
  readonly createNamespace?: boolean;
}

/** What a sync of these objects applies, in the order in which it starts them. */
export function orderTasks(
  objects: readonly SyncObject[],
  { destinationNamespace, createNamespace = false }: SyncOrderOptions,
): readonly SyncTask[] {
  const isAdded =
    createNamespace && destinationNamespace !== "" && !bringsNamespace(objects, destinationNamespace);
  const added = isAdded ? [makeNamespaceTask(destinationNamespace)] : [];
  return moveDependencies([...makeTasks(objects), ...added].sort(compareTasks), destinationNamespace);
}

/** Argo CD looks among what is no hook only, but there also at what it skips. */
function bringsNamespace(objects: readonly SyncObject[], name: string): boolean {
  return objects.some((object) => isNamespaceNamed(object, name) && !readHook(object.annotations).isHook);
}

export function isNamespaceNamed({ ref }: { readonly ref: ObjectRef }, name: string): boolean {
  return ref.group === "" && ref.kind === "Namespace" && ref.name === name;
}
