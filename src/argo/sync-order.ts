import type { ObjectRef } from "../manifest/object-ref.ts";
import { moveDependencies } from "./dependency-moves.ts";
import { readHook } from "./hooks.ts";
import {
  lastOfEach,
  makeNamespaceTask,
  makeTasks,
  type Selection,
  type SyncObject,
  type SyncTask,
} from "./sync-task.ts";
import { compareTasks } from "./task-order.ts";

export interface SyncOrderOptions extends Selection {
  /** The namespace of the Application's destination; empty where it has none. */
  readonly destinationNamespace: string;
  /** `CreateNamespace=true`. To `orderTasks` it means that there is no such Namespace in the cluster yet. */
  readonly createNamespace?: boolean;
}

/** What a sync of these objects applies, in the order in which it starts them. */
export function orderTasks(objects: readonly SyncObject[], options: SyncOrderOptions): readonly SyncTask[] {
  return inOrder(listTasks(objects, options), options);
}

/** The same, in no order and with the waves that the objects state. */
export function listTasks(
  objects: readonly SyncObject[],
  { destinationNamespace, createNamespace = false, ...selection }: SyncOrderOptions,
): readonly SyncTask[] {
  const isAdded =
    createNamespace && destinationNamespace !== "" && !bringsNamespace(objects, destinationNamespace);
  const added = isAdded ? [makeNamespaceTask(destinationNamespace)] : [];
  return [...makeTasks(objects, selection), ...added];
}

export function inOrder(
  tasks: readonly SyncTask[],
  { destinationNamespace }: SyncOrderOptions,
): readonly SyncTask[] {
  return moveDependencies([...tasks].sort(compareTasks), destinationNamespace);
}

/** Argo CD looks among what is no hook only, but there also at what it skips or what is not selected. */
function bringsNamespace(objects: readonly SyncObject[], name: string): boolean {
  for (const object of lastOfEach(objects)) {
    if (isNamespaceNamed(object, name) && !readHook(object.annotations).isHook) return true;
  }
  return false;
}

export function isNamespaceNamed({ ref }: { readonly ref: ObjectRef }, name: string): boolean {
  return ref.group === "" && ref.kind === "Namespace" && ref.name === name;
}
