import type { ObjectRef } from "../manifest/object-ref.ts";
import { hasHealthCheck } from "./health.ts";
import { readHook } from "./hooks.ts";
import type { SyncStep } from "./step-log.ts";
import type { SyncObject } from "./sync-task.ts";

/** What Argo CD waits for before it goes on after a step. */
export interface Wait {
  readonly step: number;
  readonly for: readonly ObjectRef[];
}

/**
 * For each step, the objects whose health the next one waits for: those with a health check, and hooks. What has none
 * counts as done when it is applied. The last step is waited for only as far as it has hooks, and a sync of a single
 * phase and wave waits for nothing else either (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `Sync`).
 */
export function findWaits(steps: readonly SyncStep[], objects: readonly SyncObject[]): readonly Wait[] {
  const byIndex = new Map(objects.map((object) => [object.index, object]));
  const lastStep = steps.reduce((last, { op, step }) => (op === "apply" ? Math.max(last, step) : last), 0);
  const waits = new Map<number, ObjectRef[]>();
  for (const { op, step, ref, index } of steps) {
    const object = index === undefined ? undefined : byIndex.get(index);
    if (op !== "apply" || object === undefined) continue;
    const { isHook } = readHook(object.annotations);
    if (!isHook && (step === lastStep || !hasHealthCheck(object))) continue;
    const waited = waits.get(step);
    if (waited === undefined) waits.set(step, [ref]);
    else waited.push(ref);
  }
  return [...waits].sort(([a], [b]) => a - b).map(([step, refs]) => ({ step, for: refs }));
}
