import type { DeletePolicy } from "./hooks.ts";
import { RunState } from "./run-state.ts";
import { hasSeveralWaves } from "./several-waves.ts";
import type { SimulatedSync, SimulateOptions, SyncEnd } from "./simulated-sync.ts";
import { groupWrites, type SyncStep, type Write } from "./step-log.ts";
import { isNamespaceNamed } from "./sync-order.ts";
import type { SyncTask } from "./sync-task.ts";
import { waitingMessage } from "./waiting-message.ts";

/**
 * Calls the sync loop until the operation ends or can only wait (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `Sync`).
 * Upstream makes all tasks anew on each call; here only the tasks of the wave and those that run are looked at, so that
 * many waves stay linear.
 */
export function runSync(tasks: readonly SyncTask[], options: SimulateOptions): SimulatedSync {
  const run = new SyncRun(tasks, options);
  const steps: SyncStep[] = [];
  for (let step = 1; ; step++) {
    const end = run.call();
    for (const written of groupWrites(run.takeWrites(), step, steps.at(-1)?.group ?? 0)) {
      steps.push(written);
    }
    if (end !== undefined) {
      return { steps, ...end };
    }
  }
}

class SyncRun {
  readonly #options: SimulateOptions;
  readonly #tasks: readonly SyncTask[];
  /** All but the SyncFail hooks, which are run only when something has failed. */
  readonly #regular: readonly SyncTask[];
  readonly #onFailure: readonly SyncTask[];
  readonly #state: RunState;
  /** The Namespace that Argo CD adds itself, as long as it is a task. */
  #added: SyncTask | undefined;
  #started = false;
  #multiStep: boolean;
  #running: readonly SyncTask[] = [];
  #failed = false;
  /** Everything before it in `#regular` has been started. */
  #next = 0;
  #writes: Write[] = [];

  constructor(tasks: readonly SyncTask[], options: SimulateOptions) {
    this.#options = options;
    this.#tasks = tasks;
    this.#regular = tasks.filter((task) => task.phase !== "SyncFail");
    this.#onFailure = tasks.filter((task) => task.phase === "SyncFail");
    this.#state = new RunState(this.#regular);
    this.#added = tasks.find((task) => task.object === undefined);
    this.#multiStep = hasSeveralWaves(tasks);
  }

  takeWrites(): readonly Write[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  /** One call of the loop: undefined where another one will get further. */
  call(): SyncEnd | undefined {
    this.#state.beginCall();
    if (!this.#started) {
      this.#started = true;
      this.#createDestinationNamespace();
    } else {
      this.#forgetAddedNamespace();
      this.#lookAtHealth();
    }
    const waitsFor = this.#running.filter((task) => this.#multiStep || task.isHook);
    if (waitsFor.length > 0) {
      const message = waitingMessage(waitsFor);
      return this.#state.hasFresh ? undefined : { outcome: "Running", message };
    }
    if (this.#failed) {
      return this.#fail();
    }
    if (this.#state.unstartedCount === 0) {
      this.#deleteHooks("HookSucceeded");
      return { outcome: "Succeeded", message: "successfully synced (no more tasks)" };
    }
    return this.#runNextWave();
  }

  /** Before all else, since the dry run of everything else needs it. */
  #createDestinationNamespace(): void {
    const { destinationNamespace } = this.#options;
    const task = this.#tasks.find((candidate) => isNamespaceNamed(candidate, destinationNamespace));
    if (task !== undefined) {
      const isWaitedFor = this.#multiStep || task.isHook;
      this.#apply([task], ({ wave, ownWave }) => (isWaitedFor ? ownWave : wave));
    }
  }

  /** `CreateNamespace=true` adds its task only while there is no such Namespace: it is gone from the second call on. */
  #forgetAddedNamespace(): void {
    const added = this.#added;
    if (added !== undefined) {
      this.#added = undefined;
      this.#state.setResult(added, "succeeded");
      this.#running = this.#running.filter((task) => task !== added);
      this.#multiStep = hasSeveralWaves(this.#tasks.filter((task) => task !== added));
    }
  }

  #lookAtHealth(): void {
    for (const task of this.#running) {
      if (this.#options.degraded?.(task.ref)) {
        this.#state.setResult(task, "failed");
        this.#failed ||= task.phase !== "SyncFail";
      } else if (!this.#options.neverHealthy?.(task.ref)) {
        this.#state.setResult(task, "succeeded");
      }
    }
    this.#running = this.#running.filter((task) => this.#state.result(task) === "running");
  }

  #runNextWave(): SyncEnd | undefined {
    const wave = this.#takeWave();
    const isLast = this.#state.unstartedCount === wave.length;
    if (!this.#run(wave, (task) => task.wave)) {
      return undefined;
    }
    if (!isLast || wave.some((task) => task.isHook)) {
      return undefined;
    }
    this.#deleteHooks("HookSucceeded");
    return { outcome: "Succeeded", message: "successfully synced (all tasks run)" };
  }

  /** What was not started yet of the first wave that has such tasks. */
  #takeWave(): readonly SyncTask[] {
    while (this.#next < this.#regular.length && this.#isStarted(this.#regular[this.#next])) {
      this.#next++;
    }
    const first = this.#regular[this.#next];
    let end = this.#next;
    while (end < this.#regular.length && isSameWave(first, this.#regular[end])) {
      end++;
    }
    return this.#regular.slice(this.#next, end).filter((task) => !this.#isStarted(task));
  }

  #fail(): SyncEnd | undefined {
    this.#deleteHooks("HookFailed");
    const unstarted = this.#onFailure.filter((task) => !this.#isStarted(task));
    if (unstarted.length === 0) {
      return { outcome: "Failed", message: "one or more synchronization tasks completed unsuccessfully" };
    }
    this.#run(unstarted, (task) => task.ownWave);
    return undefined;
  }

  /** False where hooks of an earlier phase had to be deleted first, so that nothing was applied in this call. */
  #run(tasks: readonly SyncTask[], waveOf: (task: SyncTask) => number): boolean {
    const inTheWay = tasks.filter(
      (task) => task.deletePolicies.includes("BeforeHookCreation") && this.#state.wasLive(task),
    );
    if (inTheWay.length > 0) {
      this.#delete(inTheWay);
      return false;
    }
    this.#apply(tasks, waveOf);
    return true;
  }

  #apply(tasks: readonly SyncTask[], waveOf: (task: SyncTask) => number): void {
    for (const task of tasks) {
      this.#state.apply(task);
      this.#writes.push({ op: "apply", phase: task.phase, wave: waveOf(task), task });
    }
    this.#running = [...this.#running, ...tasks];
  }

  #deleteHooks(policy: DeletePolicy): void {
    this.#delete(
      this.#tasks.filter(
        (task) =>
          task.deletePolicies.includes(policy) &&
          this.#state.wasLive(task) &&
          this.#state.result(task) !== "running",
      ),
    );
  }

  #delete(tasks: readonly SyncTask[]): void {
    for (const task of tasks) {
      if (this.#state.wasLive(task)) {
        this.#writes.push({
          op: "hook-delete",
          phase: this.#state.firstPhase(task),
          wave: task.ownWave,
          task,
        });
        this.#state.delete(task);
      }
    }
  }

  #isStarted(task: SyncTask | undefined): boolean {
    return task !== undefined && this.#state.result(task) !== undefined;
  }
}

function isSameWave(a: SyncTask | undefined, b: SyncTask | undefined): boolean {
  return a !== undefined && b !== undefined && a.phase === b.phase && a.wave === b.wave;
}
