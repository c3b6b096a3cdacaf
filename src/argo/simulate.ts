import type { SimulatedSync, SimulateOptions } from "./simulated-sync.ts";
import { runSync } from "./sync-run.ts";
import type { SyncObject } from "./sync-task.ts";
import { planWork } from "./sync-work.ts";

/**
 * What Argo CD 3.6.1 does with these objects: in a full sync into a cluster that has none of them, where the options say
 * nothing else. Agrees with gitops-engine's own answers: those recorded in `test/argo/oracle/`, and those to random
 * questions that `test/oracle/argo-order.test.ts` asks.
 *
 * The parts, in the order in which they work: `wave.ts`, `hooks.ts` and `sync-option.ts` read the annotations;
 * `sync-task.ts` makes one task per object and phase; `task-order.ts` (with `kind-order.ts`) sorts; `dependency-moves.ts`
 * pulls Namespaces and CRDs forward. That is `sync-order.ts`. `sync-work.ts` adds what is pruned (`prune-task.ts`).
 * `sync-run.ts` then calls the sync loop until it ends or waits for ever: `first-checks.ts` says what ends it before it
 * begins, `wave-queue.ts` what comes next, `prune-waves.ts` when which object is pruned, `cluster-writes.ts` writes, over what `run-state.ts` and
 * `served-kinds.ts` remember, and `step-log.ts` puts it down.
 *
 * docs/argo-cd.md lists what is not modelled.
 */
export function simulateSync(objects: readonly SyncObject[], options: SimulateOptions): SimulatedSync {
  return runSync(planWork(objects, options), options);
}
