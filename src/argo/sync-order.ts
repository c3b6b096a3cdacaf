import { moveDependencies } from "./dependency-moves.ts";
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
  const tasks = makeTasks(objects);
  const added =
    createNamespace && destinationNamespace !== "" && !bringsNamespace(tasks, destinationNamespace)
      ? [makeNamespaceTask(destinationNamespace)]
      : [];
  return moveDependencies([...tasks, ...added].sort(compareTasks), destinationNamespace);
}

/** Hooks do not count: Argo CD looks among the resources only. */
function bringsNamespace(tasks: readonly SyncTask[], name: string): boolean {
  return tasks.some((task) => !task.isHook && isNamespaceNamed(task, name));
}

export function isNamespaceNamed({ ref }: SyncTask, name: string): boolean {
  return ref.group === "" && ref.kind === "Namespace" && ref.name === name;
}
