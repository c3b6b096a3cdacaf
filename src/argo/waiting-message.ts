import type { ObjectRef } from "../manifest/object-ref.ts";

/** What a message needs to know of a task. */
interface Named {
  readonly ref: ObjectRef;
  /** Missing on what is pruned. */
  readonly isHook?: boolean;
}

/**
 * What an operation says while it waits for these tasks: the first hook, else the first resource, and how many more
 * (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `setRunningPhase`). Argo CD's own words: people search for them.
 */
export function waitingMessage(tasks: readonly Named[], until: "healthy" | "deleted" = "healthy"): string {
  const hooks = tasks.filter((task) => task.isHook);
  const first = hooks[0] ?? tasks[0];
  if (first === undefined) {
    return "";
  }
  const noun = hooks.length === tasks.length ? "hooks" : "resources";
  return sentence(reasons[until][hooks.length > 0 ? "hook" : "resource"], first, tasks.length - 1, noun);
}

const reasons = {
  healthy: { hook: "completion of hook", resource: "healthy state of" },
  deleted: { hook: "deletion of hook", resource: "deletion of" },
} as const;

/** What it says where somebody has to confirm these prunes first. */
export function confirmationMessage(tasks: readonly Named[]): string {
  const [first] = tasks;
  return first === undefined ? "" : sentence("pruning confirmation of", first, tasks.length - 1, "resources");
}

function sentence(reason: string, { ref }: Named, others: number, noun: string): string {
  const more = others > 0 ? ` and ${others} more ${noun}` : "";
  return `waiting for ${reason} ${ref.group}/${ref.kind}/${ref.name}${more}`;
}
