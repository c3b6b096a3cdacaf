import { refKey } from "../manifest/object-ref.ts";
import { makePruneTask, type PruneTask } from "./prune-task.ts";
import { PruneWaves } from "./prune-waves.ts";
import { RunState, type Tracked } from "./run-state.ts";
import { explainNoMapping, ServedNow } from "./served-kinds.ts";
import type { SimulateOptions } from "./simulated-sync.ts";
import type { Write } from "./step-log.ts";
import type { SyncTask } from "./sync-task.ts";
import type { SyncWork } from "./sync-work.ts";

/** What a sync writes, and what the cluster and the tasks are like afterwards. */
export class ClusterWrites {
  readonly state: RunState;
  readonly served: ServedNow;
  readonly prunes: PruneWaves;
  readonly #options: SimulateOptions;
  /** What would be pruned, by the key of its object. */
  readonly #prunable: Map<string, PruneTask>;
  readonly #stuckPrunes: PruneTask[] = [];
  /** The identities of all that is rendered. */
  readonly #rendered: ReadonlySet<string>;
  /** The destination namespace, if Argo CD has made it in the last call. */
  #made: SyncTask | undefined;
  #writes: Write[] = [];

  /** @param live the keys of the objects that are live before the sync. */
  constructor(
    { objects, prunes, highestSyncWave }: SyncWork,
    toRun: readonly SyncTask[],
    live: Iterable<string>,
    options: SimulateOptions,
  ) {
    this.state = new RunState(toRun, live);
    this.served = new ServedNow(options.servedKinds);
    this.prunes = new PruneWaves(prunes, highestSyncWave, (task) => this.state.result(task) === undefined);
    this.#options = options;
    this.#rendered = new Set(objects.map(({ ref }) => refKey(ref)));
    this.#prunable = new Map(prunes.map((task) => [task.objectKey, task]));
  }

  beginCall(): void {
    this.state.beginCall();
    if (this.#made !== undefined) {
      this.#addPrunable(this.#made);
    }
    this.#made = undefined;
  }

  /** Pruned objects that do not go away, unless a hook was applied over them. */
  get stuckPrunes(): readonly PruneTask[] {
    return this.#stuckPrunes.filter((task) => this.isPrunable(task));
  }

  /**
   * Whether anything has failed but SyncFail hooks. A prune that has failed is forgotten when its object is gone after
   * all, or was replaced by a hook.
   */
  get hasFailed(): boolean {
    for (const task of this.state.failed) {
      if (this.state.isCounted(task) || this.isPrunable(task)) return true;
    }
    return false;
  }

  /** Whether the task's object is one that would be pruned, still. */
  isPrunable({ phase, objectKey, resultKey }: Tracked): boolean {
    return phase === "Sync" && this.#prunable.get(objectKey)?.resultKey === resultKey;
  }

  /** The writes since it was last asked. */
  take(): readonly Write[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  /** False where the API server refuses it. */
  apply(task: SyncTask, wave: number): boolean {
    const refusal = this.#refusalToApply(task);
    this.#log("apply", task, wave, refusal);
    if (refusal !== undefined) {
      this.state.refuse(task, refusal);
      return false;
    }
    this.state.apply(task);
    if (this.#options.vanishes?.(task.ref)) {
      this.state.vanish(task);
      this.#forgetPrune(task.objectKey);
      return true;
    }
    this.served.learn(task.object?.value);
    if (task.object === undefined) {
      this.#made = task;
    } else if (task.isHook) {
      this.#forgetPrune(task.objectKey);
      this.#made = this.#made?.objectKey === task.objectKey ? undefined : this.#made;
    }
    return true;
  }

  /** False where the API server refuses it. */
  prune(task: PruneTask, wave: number): boolean {
    if (task.isKept) {
      this.state.setResult(task, "succeeded");
      return true;
    }
    const refusal = this.state.isDying(task) ? undefined : this.#options.refuses?.("prune", task.ref);
    if (refusal !== undefined) {
      this.#log("prune", task, wave, refusal);
      this.state.refuse(task, refusal);
      return false;
    }
    this.#delete("prune", task, wave);
    this.state.setResult(task, "pruned");
    if (this.state.isLive(task)) {
      this.#stuckPrunes.push(task);
    }
    return true;
  }

  deleteHook(task: SyncTask): void {
    if (this.state.wasLive(task)) {
      this.#delete("hook-delete", task, task.ownWave);
    }
  }

  #delete(op: "prune" | "hook-delete", task: SyncTask | PruneTask, wave: number): void {
    const neverEnds = this.#options.neverDeleted?.(task.ref) === true;
    if (this.state.delete(task, neverEnds)) {
      this.#log(op, task, wave);
    }
    if (!neverEnds) {
      this.#forgetPrune(task.objectKey);
    }
  }

  /**
   * Argo CD finds the Namespace that it has made where a hook of the same identity is rendered, but holds it to be
   * something that is rendered no more.
   */
  #addPrunable({ ref, objectKey }: SyncTask): void {
    const { selected, destinationNamespace } = this.#options;
    if (!this.#rendered.has(objectKey) || selected?.(ref) === false) {
      return;
    }
    const task = makePruneTask({ ref, annotations: {} }, destinationNamespace, this.#options);
    if (task !== undefined) {
      this.#prunable.set(objectKey, task);
      this.prunes.add(task);
    }
  }

  #forgetPrune(objectKey: string): void {
    const task = this.#prunable.get(objectKey);
    if (task !== undefined) {
      this.#prunable.delete(objectKey);
      this.prunes.remove(task);
    }
  }

  /** Of a kind that is not served, kubectl finds no mapping. */
  #refusalToApply({ object, ref }: SyncTask): string | undefined {
    return this.served.serves(object?.value, ref.kind)
      ? this.#options.refuses?.("apply", ref)
      : explainNoMapping(object?.value, ref.kind);
  }

  #log(op: Write["op"], task: SyncTask | PruneTask, wave: number, refusal?: string): void {
    const { phase, ref } = task;
    const index = "object" in task ? task.object?.index : undefined;
    this.#writes.push({ op, phase, wave, ref, index, ...(refusal === undefined ? {} : { refusal }) });
  }
}
