import { type Phase, phases } from "./phase.ts";
import type { SyncTask } from "./sync-task.ts";

/** How a task stands; one that was not started yet has no result. */
export type Result = "running" | "succeeded" | "failed";

/** What a sync remembers between two calls: results per object and phase, and which objects are live. */
export class RunState {
  readonly #results = new PerPhase<Result>();
  readonly #counted = new PerPhase<number>();
  readonly #live = new Set<string>();
  readonly #fresh = new Set<string>();
  readonly #firstPhases = new Map<string, Phase>();
  #unstartedCount: number;

  /** Tasks of which one can ask how many were not started yet. */
  constructor(counted: readonly SyncTask[]) {
    for (const task of counted) {
      this.#counted.set(task, (this.#counted.get(task) ?? 0) + 1);
    }
    this.#unstartedCount = counted.length;
  }

  get unstartedCount(): number {
    return this.#unstartedCount;
  }

  /** True once something was applied in this call. */
  get hasFresh(): boolean {
    return this.#fresh.size > 0;
  }

  /** A call of the sync loop sees the cluster as it was when the call began. */
  beginCall(): void {
    this.#fresh.clear();
  }

  result(task: SyncTask): Result | undefined {
    return this.#results.get(task);
  }

  /** Two tasks share a result where a moved Namespace comes into a phase that it is part of anyway. */
  setResult(task: SyncTask, result: Result): void {
    if (this.#results.get(task) === undefined) {
      this.#unstartedCount -= this.#counted.get(task) ?? 0;
    }
    this.#results.set(task, result);
  }

  apply(task: SyncTask): void {
    this.setResult(task, "running");
    this.#live.add(task.objectKey);
    this.#fresh.add(task.objectKey);
    if (!this.#firstPhases.has(task.objectKey)) {
      this.#firstPhases.set(task.objectKey, task.phase);
    }
  }

  delete(task: SyncTask): void {
    this.#live.delete(task.objectKey);
  }

  wasLive(task: SyncTask): boolean {
    return this.#live.has(task.objectKey) && !this.#fresh.has(task.objectKey);
  }

  /** The phase that applied the object first. */
  firstPhase(task: SyncTask): Phase {
    return this.#firstPhases.get(task.objectKey) ?? task.phase;
  }
}

/** One value per object and phase: what tells results apart (gitops-engine 3.6.1 `resourceResultKey`). */
class PerPhase<T> {
  readonly #maps = new Map<Phase, Map<string, T>>(phases.map((phase) => [phase, new Map()]));

  get({ phase, objectKey }: SyncTask): T | undefined {
    return this.#maps.get(phase)?.get(objectKey);
  }

  set({ phase, objectKey }: SyncTask, value: T): void {
    this.#maps.get(phase)?.set(objectKey, value);
  }
}
