import { appendAll } from "../append-all.ts";
import { refKey } from "../manifest/object-ref.ts";
import { ClusterWrites } from "./cluster-writes.ts";
import { failed, findDryRunFailure, findInvalid } from "./first-checks.ts";
import type { DeletePolicy } from "./hooks.ts";
import type { PruneTask } from "./prune-task.ts";
import type { PruneWave } from "./prune-waves.ts";
import type { Tracked } from "./run-state.ts";
import { hasSeveralWaves } from "./several-waves.ts";
import type { SimulatedSync, SimulateOptions, SyncEnd } from "./simulated-sync.ts";
import { groupWrites, type SyncStep, type Write } from "./step-log.ts";
import { isNamespaceNamed } from "./sync-order.ts";
import type { SyncTask } from "./sync-task.ts";
import type { SyncWork } from "./sync-work.ts";
import { compareInWave, comparePlaces } from "./task-order.ts";
import { confirmationMessage, waitingMessage } from "./waiting-message.ts";
import { WaveQueue } from "./wave-queue.ts";

/**
 * Calls the sync loop until the operation ends or can only wait (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `Sync`).
 * Upstream makes all tasks anew on each call; here only the tasks of the wave and those that run are looked at, so that
 * many waves stay linear.
 */
export function runSync(work: SyncWork, options: SimulateOptions): SimulatedSync {
  const run = new SyncRun(work, options);
  const steps: SyncStep[] = [];
  for (let step = 1; ; step++) {
    const result = run.call();
    appendAll(steps, groupWrites(run.takeWrites(), step, steps.at(-1)?.group ?? 0));
    if ("outcome" in result) {
      return { steps, ...result };
    }
    if (!run.hasProgress) {
      return { steps, outcome: "Running", message: result.message() };
    }
  }
}

/** The operation goes on, or waits: what it says then is worked out only where it waits for ever. */
interface Pause {
  readonly message: () => string;
}

const goesOn: Pause = { message: () => "one or more tasks are running" };

class SyncRun {
  readonly #work: SyncWork;
  readonly #options: SimulateOptions;
  /** All but the SyncFail hooks, which are run only when something has failed. */
  readonly #regular: readonly SyncTask[];
  readonly #onFailure: readonly SyncTask[];
  /** The regular ones without what is in sync already, which is never run. */
  readonly #toRun: readonly SyncTask[];
  readonly #queue: WaveQueue;
  readonly #cluster: ClusterWrites;
  /** The Namespace that `CreateNamespace=true` adds: a task only in calls that begin without that Namespace. */
  readonly #added: SyncTask | undefined;
  #isAdded: boolean;
  /** The first and the last of the tasks that apply something. */
  #ends: readonly SyncTask[];
  #running: readonly SyncTask[] = [];

  constructor(work: SyncWork, options: SimulateOptions) {
    const live = new Set((options.live ?? []).map(({ ref }) => refKey(ref)));
    this.#work = work;
    this.#options = options;
    this.#regular = work.tasks.filter((task) => task.phase !== "SyncFail");
    this.#onFailure = work.tasks.filter((task) => task.phase === "SyncFail");
    this.#toRun = this.#regular.filter((task) => !isInSync(task, live, options));
    this.#cluster = new ClusterWrites(work, this.#toRun, live, options);
    this.#queue = new WaveQueue(this.#toRun, this.#cluster);
    this.#added = work.tasks.find((task) => task.object === undefined);
    this.#isAdded = this.#added !== undefined && !this.#cluster.state.isLive(this.#added);
    this.#ends = endsOf(this.#tasks);
  }

  get #tasks(): readonly SyncTask[] {
    return this.#isAdded ? this.#work.tasks : this.#work.tasks.filter((task) => task !== this.#added);
  }

  /** Those whose object is still there, and still something to prune. */
  get #openPrunes(): readonly PruneTask[] {
    return this.#work.prunes.filter((task) => this.#cluster.isPrunable(task));
  }

  /** Whether the last call has changed anything: if not, no later one will. */
  get hasProgress(): boolean {
    return this.#cluster.state.hasProgress;
  }

  takeWrites(): readonly Write[] {
    return this.#cluster.take();
  }

  call(): SyncEnd | Pause {
    this.#cluster.beginCall();
    this.#lookForAddedNamespace();
    if (this.#cluster.state.hasResults) {
      this.#lookAtHealth();
    } else {
      const refused = this.#start();
      if (refused !== undefined) return refused;
    }
    const isMultiStep = this.#isMultiStep();
    const waitsFor = this.#running.filter((task) => isMultiStep || task.isHook);
    if (waitsFor.length > 0) {
      this.#refuseMissing(waitsFor);
      return { message: () => waitingMessage(this.#inOrder(waitsFor)) };
    }
    if (this.#cluster.stuckPrunes.length > 0) {
      return { message: () => this.#deletionMessage() };
    }
    return this.#cluster.hasFailed ? this.#endInFailure() : this.#runNextWave();
  }

  /**
   * Before anything else all is checked, and the destination namespace made: the dry run of the rest needs it. Done again
   * where the call before did nothing but delete hooks, which leaves no result.
   */
  #start(): SyncEnd | undefined {
    const tasks = this.#tasks;
    const invalid = findInvalid(tasks, this.#work.objects, this.#cluster.served, this.#options);
    if (invalid !== undefined) {
      return invalid;
    }
    const namespace = tasks.find((task) => this.#makesDestination(task));
    if (namespace !== undefined) {
      const isWaitedFor = this.#isMultiStep() || namespace.isHook;
      if (!this.#apply([namespace], isWaitedFor ? ownWave : wave)) {
        return failed("the namespace failed to apply", this.#refusals([namespace]));
      }
    }
    const checked = [...this.#toRun, ...this.#onFailure].filter(
      (task) => task !== namespace && this.#isTask(task),
    );
    return findDryRunFailure(checked, this.#openPrunes, this.#cluster.served, this.#options);
  }

  #makesDestination(task: SyncTask): boolean {
    return isNamespaceNamed(task, this.#options.destinationNamespace) && !this.#cluster.state.wasLive(task);
  }

  /** From the second call on it is mostly gone: but if the Namespace is deleted, it is there again. */
  #lookForAddedNamespace(): void {
    const added = this.#added;
    if (added === undefined || this.#isAdded !== this.#cluster.state.isLive(added)) {
      return;
    }
    this.#isAdded = !this.#isAdded;
    this.#ends = endsOf(this.#tasks);
    const others = this.#running.filter((task) => task !== added);
    this.#running =
      this.#isAdded && this.#cluster.state.result(added) === "running" ? [added, ...others] : others;
  }

  #lookAtHealth(): void {
    const { state } = this.#cluster;
    for (const task of this.#running.filter((task) => state.isLive(task))) {
      if (this.#options.degraded?.(task.ref)) {
        state.setResult(task, "failed");
      } else if (!this.#options.neverHealthy?.(task.ref)) {
        state.setResult(task, "succeeded");
      }
    }
    this.#running = this.#running.filter((task) => state.result(task) === "running");
  }

  /** What is waited for and was deleted by something else will never be healthy. */
  #refuseMissing(tasks: readonly SyncTask[]): void {
    for (const task of tasks.filter((task) => !this.#cluster.state.isLive(task))) {
      const { group, kind, name } = task.ref;
      this.#cluster.state.refuse(
        task,
        `Resource ${group}/${kind}/${name} is missing, it might have been deleted`,
      );
    }
    this.#running = this.#running.filter((task) => this.#cluster.state.result(task) === "running");
  }

  #runNextWave(): SyncEnd | Pause {
    const absent = this.#isAdded ? undefined : this.#added;
    const { toApply, toPrune, isLast } = this.#queue.nextWave(absent);
    if (toApply.length === 0 && toPrune.tasks.length === 0) {
      return this.#succeed("no more tasks");
    }
    const unconfirmed = toPrune.tasks.filter((task) => task.needsConfirmation);
    if (unconfirmed.length > 0) {
      return { message: () => confirmationMessage([...unconfirmed].sort(compareInWave)) };
    }
    const isPruned = this.#prune(toPrune);
    const inTheWay = isPruned ? this.#hooksInTheWay(toApply) : [];
    if (inTheWay.length > 0) {
      this.#delete(inTheWay);
      return { message: () => waitingMessage(inTheWay, "deleted") };
    }
    if (!isPruned || !this.#apply(toApply, wave)) {
      return this.#failWave(toApply, toPrune);
    }
    return isLast && !toApply.some((task) => task.isHook) ? this.#succeed("all tasks run") : goesOn;
  }

  #succeed(why: string): SyncEnd {
    this.#deleteHooks("HookSucceeded");
    return { outcome: "Succeeded", message: `successfully synced (${why})` };
  }

  /** False where one was refused; then nothing of the wave is applied. */
  #prune({ wave, tasks }: PruneWave): boolean {
    return tasks.filter((task) => !this.#cluster.prune(task, wave)).length === 0;
  }

  /** Hooks of an earlier sync or phase: where there are any, the wave starts when they are gone. */
  #hooksInTheWay(tasks: readonly SyncTask[]): readonly SyncTask[] {
    return tasks.filter(
      (task) => task.deletePolicies.includes("BeforeHookCreation") && this.#cluster.state.wasLive(task),
    );
  }

  /** All are tried, also after one was refused; false where one was. */
  #apply(tasks: readonly SyncTask[], waveOf: (task: SyncTask) => number): boolean {
    const applied = tasks.filter((task) => this.#cluster.apply(task, waveOf(task)));
    this.#running = [...this.#running, ...applied];
    return applied.length === tasks.length;
  }

  /** Something of the wave was refused: SyncFail hooks start at once, while the rest of the wave still runs. */
  #failWave(toApply: readonly SyncTask[], toPrune: PruneWave): SyncEnd | Pause {
    const isRunning = toApply.some((task) => this.#cluster.state.result(task) === "running");
    const refusals = this.#refusals([...toApply, ...toPrune.tasks]);
    const end = this.#runFailureHooks("one or more objects failed to apply", refusals);
    if (isRunning) {
      return goesOn;
    }
    if ("outcome" in end) {
      this.#deleteHooks("HookFailed");
    }
    return end;
  }

  #endInFailure(): SyncEnd | Pause {
    const refusals = this.#refusals([...this.#regular, ...this.#openPrunes]);
    this.#deleteHooks("HookFailed");
    return this.#runFailureHooks("one or more synchronization tasks completed unsuccessfully", refusals);
  }

  #runFailureHooks(message: string, refusals: readonly string[]): SyncEnd | Pause {
    const hooks = this.#onFailure.filter((task) => !this.#isStarted(task));
    if (hooks.length === 0) {
      const end = failed(message, refusals);
      const ofHooks = this.#refusals(this.#onFailure);
      const more = ofHooks.length === 0 ? [] : [failed("one or more SyncFail hooks failed", ofHooks).message];
      return { ...end, message: [end.message, ...more].join("\n") };
    }
    const inTheWay = this.#hooksInTheWay(hooks);
    this.#delete(inTheWay);
    if (inTheWay.length === 0) {
      this.#apply(hooks, ownWave);
    }
    return { message: () => waitingMessage(hooks) };
  }

  /** Of those that ran or were there before, whatever has become of them. */
  #deleteHooks(policy: DeletePolicy): void {
    this.#delete(
      this.#work.tasks.filter(
        (task) => task.deletePolicies.includes(policy) && this.#cluster.state.result(task) !== "running",
      ),
    );
  }

  #delete(hooks: readonly SyncTask[]): void {
    for (const task of hooks) {
      this.#cluster.deleteHook(task);
    }
  }

  #refusals(tasks: readonly Tracked[]): readonly string[] {
    return tasks.flatMap((task) => this.#cluster.state.refusal(task) ?? []);
  }

  /** A hook that has taken the identity of an object to prune shares its fate. */
  #deletionMessage(): string {
    const { stuckPrunes, prunes, state } = this.#cluster;
    const hooks = this.#regular.filter((task) => state.result(task) === "pruned" && state.isDying(task));
    const placed = [...hooks, ...stuckPrunes.map((task) => ({ ...task, wave: prunes.waveOf(task) }))];
    const sorted = placed.sort((a, b) => comparePlaces(a, b) || compareInWave(a, b));
    return waitingMessage(sorted, "deleted");
  }

  #isMultiStep(): boolean {
    const prunes = this.#cluster.prunes.bounds().map((wave) => ({ phase: "Sync" as const, wave }));
    return hasSeveralWaves([...this.#ends, ...prunes]);
  }

  #inOrder(tasks: readonly SyncTask[]): readonly SyncTask[] {
    const wanted = new Set(tasks);
    return this.#work.tasks.filter((task) => wanted.has(task));
  }

  #isStarted(task: SyncTask): boolean {
    return this.#cluster.state.result(task) !== undefined;
  }

  #isTask(task: SyncTask): boolean {
    return this.#isAdded || task !== this.#added;
  }
}

/** What is live already and as it should be is left out by `ApplyOutOfSyncOnly`; hooks never are. */
function isInSync(task: SyncTask, live: ReadonlySet<string>, { inSync }: SimulateOptions): boolean {
  const isResource = task.object !== undefined && !task.isHook;
  return inSync !== undefined && isResource && live.has(task.objectKey) && inSync(task.ref);
}

function endsOf(tasks: readonly SyncTask[]): readonly SyncTask[] {
  const [first, last] = [tasks[0], tasks.at(-1)];
  return first === undefined || last === undefined ? [] : [first, last];
}

function wave(task: SyncTask): number {
  return task.wave;
}

function ownWave(task: SyncTask): number {
  return task.ownWave;
}
