import type { SyncTask } from "./sync-task.ts";

/**
 * What an operation says while it waits for these tasks: the first hook, else the first resource, and how many more
 * (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `setRunningPhase`). Argo CD's own words: people search for them.
 */
export function waitingMessage(tasks: readonly SyncTask[]): string {
  const hooks = tasks.filter((task) => task.isHook);
  const first = hooks[0] ?? tasks[0];
  if (first === undefined) {
    return "";
  }
  const { group, kind, name } = first.ref;
  const reason = hooks.length > 0 ? "completion of hook" : "healthy state of";
  const others = tasks.length - 1;
  const noun = hooks.length === tasks.length ? "hooks" : "resources";
  const more = others > 0 ? ` and ${others} more ${noun}` : "";
  return `waiting for ${reason} ${group}/${kind}/${name}${more}`;
}
