import type { PruneTask } from "./prune-task.ts";

/** Prunes of one wave of a sync. */
export interface PruneWave {
  readonly wave: number;
  readonly tasks: readonly PruneTask[];
}

/**
 * In which waves a sync prunes. The highest stated wave goes first: highest and lowest are swapped, the next highest and
 * the next lowest, and so on, among the waves that objects to prune state and that are still there. So what is gone
 * changes the waves of the rest, and they are worked out anew on each call. `PruneLast` takes an object to one wave above
 * all others of the phase (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `getSyncTasks`).
 */
export class PruneWaves {
  /** By stated wave, ascending. */
  readonly #levels: Level[] = [];
  readonly #last: TaskPile;
  /** The highest wave that a rendered object states in the Sync phase. */
  readonly #highestApplied: number;
  readonly #isPending: (task: PruneTask) => boolean;

  constructor(tasks: readonly PruneTask[], highestApplied: number, isPending: (task: PruneTask) => boolean) {
    this.#highestApplied = highestApplied;
    this.#isPending = isPending;
    this.#last = new TaskPile(isPending);
    for (const task of [...tasks].sort((a, b) => a.ownWave - b.ownWave)) {
      this.add(task);
    }
  }

  add(task: PruneTask): void {
    const at = this.#indexOf(task.ownWave);
    const found = this.#levels[at];
    const level = found?.ownWave === task.ownWave ? found : new Level(task.ownWave, this.#isPending);
    if (level !== found) {
      this.#levels.splice(at, 0, level);
    }
    level.size++;
    (task.isLast ? this.#last : level.early).add(task);
  }

  /** The object is gone, or became something that is not pruned. */
  remove(task: PruneTask): void {
    const at = this.#indexOf(task.ownWave);
    const level = this.#levels[at];
    if (level === undefined || !(task.isLast ? this.#last : level.early).remove(task)) {
      return;
    }
    level.size--;
    if (level.size === 0) {
      this.#levels.splice(at, 1);
    }
  }

  /** The next wave that prunes something, with what it prunes; undefined where there is none left. */
  next(): PruneWave | undefined {
    const at = this.#levels.findLastIndex(({ early }) => early.hasPending);
    if (at >= 0) {
      return { wave: this.#mirrored(at), tasks: this.#levels[at]?.early.pending ?? [] };
    }
    return this.#last.hasPending ? { wave: this.#lastWave(), tasks: this.#last.pending } : undefined;
  }

  /** Whether anything is left to prune after the tasks of {@link next}. */
  get hasMore(): boolean {
    const at = this.#levels.findLastIndex(({ early }) => early.hasPending);
    const below = this.#levels.findLastIndex(({ early }, index) => index < at && early.hasPending);
    return below >= 0 || (at >= 0 && this.#last.hasPending);
  }

  /** The first and the last wave that have objects to prune, whether these were looked at already or not. */
  bounds(): readonly number[] {
    const first = this.#levels.findLastIndex(({ early }) => early.size > 0);
    const last = this.#levels.findIndex(({ early }) => early.size > 0);
    const early = first < 0 ? [] : [this.#mirrored(first), this.#mirrored(last)];
    return this.#last.size > 0 ? [...early, this.#lastWave()] : early;
  }

  waveOf(task: PruneTask): number {
    return task.isLast ? this.#lastWave() : this.#mirrored(this.#indexOf(task.ownWave));
  }

  /** Where a wave stands among those of the objects to prune, or would stand. */
  #indexOf(wave: number): number {
    let [low, high] = [0, this.#levels.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#levels[middle]?.ownWave ?? 0) < wave) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #mirrored(at: number): number {
    return this.#levels[this.#levels.length - 1 - at]?.ownWave ?? 0;
  }

  /** Upstream begins to look for the highest wave at 0. */
  #lastWave(): number {
    return Math.max(0, this.#highestApplied, this.#levels.at(-1)?.ownWave ?? 0) + 1;
  }
}

/** Objects to prune that state one wave. */
class Level {
  readonly ownWave: number;
  readonly early: TaskPile;
  /** Those that are pruned last included. */
  size = 0;

  constructor(ownWave: number, isPending: (task: PruneTask) => boolean) {
    this.ownWave = ownWave;
    this.early = new TaskPile(isPending);
  }
}

/** Tasks that are there, and which of them wait to be run; what is done is dropped when it is come across. */
class TaskPile {
  readonly #there = new Set<PruneTask>();
  readonly #todo: PruneTask[] = [];
  readonly #isPending: (task: PruneTask) => boolean;

  constructor(isPending: (task: PruneTask) => boolean) {
    this.#isPending = isPending;
  }

  get size(): number {
    return this.#there.size;
  }

  get hasPending(): boolean {
    for (let task = this.#todo.at(-1); task !== undefined; task = this.#todo.at(-1)) {
      if (this.#waits(task)) return true;
      this.#todo.pop();
    }
    return false;
  }

  get pending(): readonly PruneTask[] {
    return this.#todo.filter((task) => this.#waits(task));
  }

  add(task: PruneTask): void {
    this.#there.add(task);
    this.#todo.push(task);
  }

  remove(task: PruneTask): boolean {
    return this.#there.delete(task);
  }

  #waits(task: PruneTask): boolean {
    return this.#there.has(task) && this.#isPending(task);
  }
}
