import type { ObjectRef } from "../manifest/object-ref.ts";
import { hasHealthCheck } from "./health.ts";
import { readHook } from "./hooks.ts";
import { hasSeveralWaves } from "./several-waves.ts";
import type { SyncEnd } from "./simulated-sync.ts";
import type { SyncStep } from "./step-log.ts";
import { makeTasks, type SyncObject, type SyncTask } from "./sync-task.ts";

/** What Argo CD waits for before it goes on after a step. */
export interface Wait {
  readonly step: number;
  readonly for: readonly ObjectRef[];
}

/**
 * For each step, the objects whose health the next one waits for: those with a health check, and hooks. What has none
 * counts as done when it is applied. After the last step a sync that succeeds waits only if the step has hooks, then for
 * the rest of its wave too; a sync of a single phase and wave waits for nothing but hooks (gitops-engine 3.6.1
 * `pkg/sync/sync_context.go` `Sync`).
 */
export function findWaits(
  steps: readonly SyncStep[],
  objects: readonly SyncObject[],
  outcome: SyncEnd["outcome"] = "Succeeded",
): readonly Wait[] {
  const byIndex = new Map(objects.map((object) => [object.index, object]));
  const isMultiStep = hasSeveralWaves(countedPlaces(steps, makeTasks(objects), outcome !== "Succeeded"));
  const waits: Wait[] = [];
  for (const [step, applied] of appliedByStep(steps)) {
    const members = applied.flatMap(({ ref, index }) => {
      const object = index === undefined ? undefined : byIndex.get(index);
      return object === undefined ? [] : [{ ref, object, isHook: readHook(object.annotations).isHook }];
    });
    const goesOn =
      outcome !== "Succeeded" || step !== lastStep(steps) || members.some((member) => member.isHook);
    const waitedFor = members.filter(
      ({ object, isHook }) => goesOn && (isHook || (isMultiStep && hasHealthCheck(object))),
    );
    if (waitedFor.length > 0) {
      waits.push({ step, for: waitedFor.map(({ ref }) => ref) });
    }
  }
  return waits;
}

function appliedByStep(steps: readonly SyncStep[]): ReadonlyMap<number, readonly SyncStep[]> {
  const byStep = new Map<number, SyncStep[]>();
  for (const step of steps) {
    if (step.op === "apply") {
      const members = byStep.get(step.step);
      members === undefined ? byStep.set(step.step, [step]) : members.push(step);
    }
  }
  return byStep;
}

function lastStep(steps: readonly SyncStep[]): number | undefined {
  return steps.findLast(({ op }) => op === "apply")?.step;
}

/**
 * What makes a sync one of several waves, also what was never applied: SyncFail hooks count, and so does what comes after
 * the step that a sync hangs in. Of the latter we take the waves before Namespaces and CRDs move, which differ only where
 * nothing else has another wave.
 */
function countedPlaces(steps: readonly SyncStep[], tasks: readonly SyncTask[], hangs: boolean) {
  const written = steps.filter(({ op }) => op !== "hook-delete");
  return [...written, ...tasks.filter(({ phase }) => phase === "SyncFail" || hangs)];
}
