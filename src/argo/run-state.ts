import { type Phase, phases } from "./phase.ts";

/** How a task stands; one that was not started yet has no result. */
export type Result = "running" | "succeeded" | "failed" | "pruned";

/** What tells a task's result and its object apart from others. */
export interface Tracked {
  readonly phase: Phase;
  /** Same for all tasks of one object: whether it is live is known per object. */
  readonly objectKey: string;
  /** Results are kept per phase and this key. */
  readonly resultKey: string;
}

/** What a sync remembers between two calls: results per object and phase, and which objects are live. */
export class RunState {
  readonly #results = new PerPhase<Result>();
  readonly #refusals = new PerPhase<string>();
  readonly #counted = new PerPhase<number>();
  readonly #live: Set<string>;
  /** What has come to be in the running call: a call sees the cluster as it was when it began. */
  readonly #born = new Set<string>();
  /** What was live when the running call began, and was deleted in it. */
  readonly #gone = new Set<string>();
  readonly #dying = new Set<string>();
  readonly #failed = new Set<Tracked>();
  #unstartedCount: number;
  #hasProgress = false;
  #hasResults = false;

  /** Tasks of which one can ask how many were not started yet; the keys of objects that are live before the sync. */
  constructor(counted: readonly Tracked[], live: Iterable<string>) {
    for (const task of counted) {
      this.#counted.set(task, (this.#counted.get(task) ?? 0) + 1);
    }
    this.#unstartedCount = counted.length;
    this.#live = new Set(live);
  }

  get unstartedCount(): number {
    return this.#unstartedCount;
  }

  /** Whether anything has changed in this call: if not, nothing will in the next. */
  get hasProgress(): boolean {
    return this.#hasProgress;
  }

  /** Whether any task has a result: Argo CD takes an operation without one for one that has not begun. */
  get hasResults(): boolean {
    return this.#hasResults;
  }

  beginCall(): void {
    this.#born.clear();
    this.#gone.clear();
    this.#hasProgress = false;
  }

  result(task: Tracked): Result | undefined {
    return this.#results.get(task);
  }

  /** Everything that has failed. */
  get failed(): Iterable<Tracked> {
    return this.#failed;
  }

  /** Whether one of the tasks that the state was made with has this result. */
  isCounted(task: Tracked): boolean {
    return this.#counted.get(task) !== undefined;
  }

  /** What the API server said when it refused the task's object. */
  refusal(task: Tracked): string | undefined {
    return this.#refusals.get(task);
  }

  /** Two tasks share a result where a moved Namespace comes into a phase that it is part of anyway. */
  setResult(task: Tracked, result: Result): void {
    if (this.#results.get(task) === undefined) {
      this.#unstartedCount -= this.#counted.get(task) ?? 0;
    }
    this.#results.set(task, result);
    if (result === "failed") {
      this.#failed.add(task);
    }
    this.#hasResults = true;
    this.#hasProgress = true;
  }

  refuse(task: Tracked, words: string): void {
    this.setResult(task, "failed");
    this.#refusals.set(task, words);
  }

  apply(task: Tracked): void {
    this.setResult(task, "running");
    if (!this.#live.has(task.objectKey)) {
      this.#live.add(task.objectKey);
      this.#born.add(task.objectKey);
    }
  }

  /** False where the deletion had begun before. */
  delete({ objectKey }: Tracked, neverEnds: boolean): boolean {
    if (this.#dying.has(objectKey)) {
      return false;
    }
    if (!this.#born.has(objectKey)) {
      this.#gone.add(objectKey);
    }
    neverEnds ? this.#dying.add(objectKey) : this.#live.delete(objectKey);
    this.#hasProgress = true;
    return true;
  }

  /** Somebody else has deleted it. */
  vanish({ objectKey }: Tracked): void {
    this.#live.delete(objectKey);
    this.#dying.delete(objectKey);
  }

  isLive({ objectKey }: Tracked): boolean {
    return this.#live.has(objectKey);
  }

  /** Whether the object was live when the call began, and is live now: again, if it was deleted in between. */
  wasLive({ objectKey }: Tracked): boolean {
    const isNew = this.#born.has(objectKey) && !this.#gone.has(objectKey);
    return this.#live.has(objectKey) && !isNew;
  }

  /** Whether the object is being deleted. */
  isDying({ objectKey }: Tracked): boolean {
    return this.#dying.has(objectKey);
  }
}

/** One value per object and phase: what tells results apart (gitops-engine 3.6.1 `resourceResultKey`). */
class PerPhase<T> {
  readonly #maps = new Map<Phase, Map<string, T>>(phases.map((phase) => [phase, new Map()]));

  get({ phase, resultKey }: Tracked): T | undefined {
    return this.#maps.get(phase)?.get(resultKey);
  }

  set({ phase, resultKey }: Tracked, value: T): void {
    this.#maps.get(phase)?.set(resultKey, value);
  }
}
