import type { ClusterWrites } from "./cluster-writes.ts";
import type { PruneWave } from "./prune-waves.ts";
import type { SyncTask } from "./sync-task.ts";
import { comparePlaces } from "./task-order.ts";

/** What a sync does next. */
export interface NextWave {
  readonly toApply: readonly SyncTask[];
  readonly toPrune: PruneWave;
  /** Nothing is left to do after it. */
  readonly isLast: boolean;
}

const nothingToPrune: PruneWave = { wave: 0, tasks: [] };

/** The tasks of a sync wave by wave, those that prune beside those that apply. */
export class WaveQueue {
  readonly #tasks: readonly SyncTask[];
  readonly #cluster: ClusterWrites;
  /** Everything before it has been started, but for a task that was absent. */
  #next = 0;
  #absent: SyncTask | undefined;

  /** @param tasks in their order, without those that are never run. */
  constructor(tasks: readonly SyncTask[], cluster: ClusterWrites) {
    this.#tasks = tasks;
    this.#cluster = cluster;
  }

  /**
   * What was not started yet of the first wave that has such tasks; empty where there is none.
   *
   * @param absent a task that is none in this call.
   */
  nextWave(absent: SyncTask | undefined): NextWave {
    if (absent !== this.#absent) {
      this.#absent = absent;
      this.#next = 0;
    }
    const [toApply, toPrune] = this.#take();
    return { toApply, toPrune, isLast: this.#isLast(toApply, toPrune) };
  }

  #take(): readonly [readonly SyncTask[], PruneWave] {
    const prunes = this.#cluster.prunes.next();
    while (this.#next < this.#tasks.length && !this.#waits(this.#tasks[this.#next])) {
      this.#next++;
    }
    const first = this.#tasks[this.#next];
    if (first === undefined) {
      return [[], prunes ?? nothingToPrune];
    }
    const order = prunes === undefined ? -1 : comparePlaces(first, { phase: "Sync", wave: prunes.wave });
    if (order > 0) {
      return [[], prunes ?? nothingToPrune];
    }
    let end = this.#next;
    while (isSameWave(first, this.#tasks[end])) {
      end++;
    }
    const tasks = this.#tasks.slice(this.#next, end).filter((task) => this.#waits(task));
    return [tasks, (order === 0 ? prunes : undefined) ?? nothingToPrune];
  }

  #isLast(toApply: readonly SyncTask[], toPrune: PruneWave): boolean {
    const { prunes, state } = this.#cluster;
    const isPruneLeft = toPrune.tasks.length > 0 ? prunes.hasMore : prunes.next() !== undefined;
    const absent = this.#absent !== undefined && state.result(this.#absent) === undefined ? 1 : 0;
    return state.unstartedCount - absent === toApply.length && !isPruneLeft;
  }

  #waits(task: SyncTask | undefined): boolean {
    return task !== undefined && task !== this.#absent && this.#cluster.state.result(task) === undefined;
  }
}

function isSameWave(a: SyncTask, b: SyncTask | undefined): boolean {
  return b !== undefined && comparePlaces(a, b) === 0;
}
