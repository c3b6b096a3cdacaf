import { compareText, type ObjectRef } from "../manifest/object-ref.ts";
import type { Phase } from "./phase.ts";

/** One write that Argo CD makes. */
export interface SyncStep {
  /** 1-based: in which call of the sync loop. */
  readonly step: number;
  /** 1-based, over all steps: writes of one group are started at the same time. */
  readonly group: number;
  readonly phase: Phase;
  /** The wave it is applied in; for SyncFail hooks and deleted hooks, which no wave orders, the object's own. */
  readonly wave: number;
  readonly op: "apply" | "prune" | "hook-delete";
  readonly ref: ObjectRef;
  /** The object's `index`; undefined for what is pruned and for a Namespace that Argo CD makes itself. */
  readonly index: number | undefined;
  /** What the API server says when it refuses the write. */
  readonly refusal?: string;
}

/** A write of the running call, not yet part of a group. */
export type Write = Omit<SyncStep, "step" | "group">;

/**
 * The writes of one call as steps. Neighbours of one kind (whatever its API group) are applied at the same time, prunes
 * of all kinds are; inside a group they are sorted by kind, name and namespace (gitops-engine 3.6.1
 * `pkg/sync/sync_context.go` `runTasks`).
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
    for (const write of members.sort(compareWrites)) {
      steps.push({ step, group, ...write });
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
  return a.op === b.op && a.phase === b.phase && (a.op === "prune" || a.ref.kind === b.ref.kind);
}

function compareWrites(a: Write, b: Write): number {
  return (
    compareText(a.ref.kind, b.ref.kind) ||
    compareText(a.ref.name, b.ref.name) ||
    compareText(a.ref.namespace, b.ref.namespace) ||
    compareText(a.ref.group, b.ref.group)
  );
}
