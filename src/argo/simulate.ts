import type { SimulatedSync, SimulateOptions } from "./simulated-sync.ts";
import { orderTasks } from "./sync-order.ts";
import { runSync } from "./sync-run.ts";
import type { SyncObject } from "./sync-task.ts";

/**
 * What Argo CD 3.6.1 does with these objects in a full sync into a cluster that has none of them. Agrees with
 * gitops-engine's own answers in `test/argo/oracle/`.
 *
 * The parts, in the order in which they work: `wave.ts` and `hooks.ts` read the annotations; `sync-task.ts` makes one
 * task per object and phase; `task-order.ts` (with `kind-order.ts`) sorts; `dependency-moves.ts` pulls Namespaces and
 * CRDs forward. That is `sync-order.ts`. `sync-run.ts` then calls the sync loop until it ends or waits for ever, over
 * what `run-state.ts` remembers, and `step-log.ts` writes down what was done.
 *
 * Not modelled: pruning, selective sync, failing applies and dry runs, objects that are live before the sync.
 */
export function simulateSync(objects: readonly SyncObject[], options: SimulateOptions): SimulatedSync {
  return runSync(orderTasks(objects, options), options);
}
