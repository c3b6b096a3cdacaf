import { readDefinition } from "./served-kinds.ts";
import type { SyncTask } from "./sync-task.ts";

/** What another object needs to be there first: how such an object is known, and who needs which. */
interface Dependency {
  /** The key under which others need this task's object; undefined where it is none of the kind. */
  provides(task: SyncTask): string | undefined;
  /** The key that this task's object needs; undefined where it needs none. */
  needs(task: SyncTask): string | undefined;
}

/**
 * Sorted tasks with each Namespace, then each CRD, pulled to just before its first user where it would come later. It
 * takes that user's phase and wave (gitops-engine 3.6.1 `pkg/sync/sync_tasks.go` `Sort`, `adjustDeps`).
 *
 * `destinationNamespace` counts as the namespace of cluster-scoped objects too: Argo CD writes it into them.
 */
export function moveDependencies(
  sorted: readonly SyncTask[],
  destinationNamespace: string,
): readonly SyncTask[] {
  return pullForward(pullForward(sorted, namespaces(destinationNamespace)), definitions);
}

function namespaces(destinationNamespace: string): Dependency {
  return {
    provides: ({ ref }) => (ref.kind === "Namespace" && ref.group === "" ? ref.name : undefined),
    needs: ({ ref }) => ref.namespace || destinationNamespace || undefined,
  };
}

const definitions: Dependency = {
  provides: ({ object }) => {
    const definition = object === undefined ? undefined : readDefinition(object.value);
    return definition === undefined ? undefined : `${definition.group}/${definition.kind}`;
  },
  needs: ({ ref }) => `${ref.group}/${ref.kind}`,
};

/**
 * Upstream inserts each dependency at its user's index and shifts all others, which is quadratic. The users are never
 * moved in the same pass (a dependency is no user), so it is enough to remember what stands before each.
 */
function pullForward(tasks: readonly SyncTask[], dependency: Dependency): readonly SyncTask[] {
  const firstUser = new Map<string, SyncTask>();
  const pulledBefore = new Map<SyncTask, SyncTask[]>();
  const kept: SyncTask[] = [];
  for (const task of tasks) {
    const provided = dependency.provides(task);
    const user = provided === undefined ? undefined : firstUser.get(provided);
    if (user !== undefined) {
      const pulled = { ...task, phase: user.phase, wave: user.wave };
      const others = pulledBefore.get(user);
      others === undefined ? pulledBefore.set(user, [pulled]) : others.push(pulled);
      continue;
    }
    kept.push(task);
    const needed = provided === undefined ? dependency.needs(task) : undefined;
    if (needed !== undefined && !firstUser.has(needed)) {
      firstUser.set(needed, task);
    }
  }
  return pulledBefore.size === 0 ? kept : kept.flatMap((task) => [...(pulledBefore.get(task) ?? []), task]);
}
