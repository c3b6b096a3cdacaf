import { compareText, type ObjectRef } from "../manifest/object-ref.ts";
import type { Phase } from "./phase.ts";
import type { SyncTask } from "./sync-task.ts";

/** One write that Argo CD makes. */
export interface SyncStep {
  /** 1-based: in which call of the sync loop. */
  readonly step: number;
  /** 1-based, over all steps: writes of one group are started at the same time. */
  readonly group: number;
  readonly phase: Phase;
  /** The wave it is applied in; for SyncFail hooks and deletions, which no wave orders, the object's own. */
  readonly wave: number;
  readonly op: "apply" | "hook-delete";
  readonly ref: ObjectRef;
  /** The object's `index`; undefined for a Namespace that Argo CD makes itself. */
  readonly index: number | undefined;
}

/** A write of the running call, not yet part of a group. */
export interface Write {
  readonly op: SyncStep["op"];
  readonly phase: Phase;
  readonly wave: number;
  readonly task: SyncTask;
}

/**
 * The writes of one call as steps. Neighbours of one kind (whatever its API group) are applied at the same time; inside
 * a group they are sorted by name and namespace (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `runTasks`).
 */
export function groupWrites(
  writes: readonly Write[],
  step: number,
  groupsBefore: number,
): readonly SyncStep[] {
  const steps: SyncStep[] = [];
  let group = groupsBefore;
  for (const members of neighbours(writes)) {
    group++;
    for (const { op, phase, wave, task } of members.sort(compareWrites)) {
      steps.push({ step, group, phase, wave, op, ref: task.ref, index: task.object?.index });
    }
  }
  return steps;
}

function neighbours(writes: readonly Write[]): readonly Write[][] {
  const runs: Write[][] = [];
  for (const write of writes) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && belongTogether(run[0], write)) {
      run.push(write);
    } else {
      runs.push([write]);
    }
  }
  return runs;
}

function belongTogether(a: Write, b: Write): boolean {
  return a.op === b.op && a.phase === b.phase && a.task.ref.kind === b.task.ref.kind;
}

function compareWrites(a: Write, b: Write): number {
  return (
    compareText(a.task.ref.name, b.task.ref.name) ||
    compareText(a.task.ref.namespace, b.task.ref.namespace) ||
    compareText(a.task.ref.group, b.task.ref.group)
  );
}
