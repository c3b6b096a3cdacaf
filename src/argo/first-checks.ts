import { readHook } from "./hooks.ts";
import type { PruneTask } from "./prune-task.ts";
import { readDefinition, type ServedNow } from "./served-kinds.ts";
import type { SimulateOptions, SyncEnd } from "./simulated-sync.ts";
import { hasSyncOption } from "./sync-option.ts";
import { lastOfEach, type SyncObject, type SyncTask } from "./sync-task.ts";

/**
 * A sync none of whose objects is applied, since the API server does not serve the kind of one. A kind may be missing
 * where the render brings its CRD, in any phase, or where the object or the Application says
 * `SkipDryRunOnMissingResource=true` (gitops-engine 3.6.1 `pkg/sync/sync_context.go` `getSyncTasks`).
 */
export function findInvalid(
  tasks: readonly SyncTask[],
  objects: readonly SyncObject[],
  served: ServedNow,
  options: SimulateOptions,
): SyncEnd | undefined {
  const missing = tasks.filter((task) => !served.serves(task.object?.value, task.ref.kind));
  if (missing.length === 0 || options.skipDryRunOnMissingResource) {
    return undefined;
  }
  const defined = definedKinds(objects);
  const words = missing
    .filter(({ ref, object }) => !mayBeMissing(object) && !defined.has(`${ref.group}/${ref.kind}`))
    .map(({ object, ref }) => served.explainMissing(object?.value, ref));
  return words.length === 0
    ? undefined
    : failed("one or more synchronization tasks are not valid", words, { mark: ": ", between: "; " });
}

/**
 * What the API server refuses in the dry run that goes before everything else: then nothing is applied, SyncFail hooks
 * included. Kinds that are not there yet are left out, and so is everything while a prune waits to be confirmed
 * (`runTasks` looks at the prunes first and turns back).
 */
export function findDryRunFailure(
  tasks: readonly SyncTask[],
  prunes: readonly PruneTask[],
  served: ServedNow,
  { refuses }: SimulateOptions,
): SyncEnd | undefined {
  if (refuses === undefined || prunes.some((task) => task.needsConfirmation)) {
    return undefined;
  }
  const isRefused = tasks.some(
    ({ object, ref }) => served.serves(object?.value, ref.kind) && refuses("dry-run", ref) !== undefined,
  );
  return isRefused ? failed("one or more objects failed to apply (dry run)") : undefined;
}

/** A failed operation with the words of all that was refused: each once, sorted, where upstream takes any order. */
export function failed(
  message: string,
  words: readonly string[] = [],
  { mark, between } = { mark: ", reason: ", between: "," },
): SyncEnd & { readonly outcome: "Failed" } {
  const reasons = [...new Set(words)].sort().join(between);
  return { outcome: "Failed", message: words.length === 0 ? message : `${message}${mark}${reasons}` };
}

function mayBeMissing(object: SyncObject | undefined): boolean {
  return object !== undefined && hasSyncOption(object.annotations, "SkipDryRunOnMissingResource=true");
}

/** Upstream looks at all objects, also at those that this sync does not apply. */
function definedKinds(objects: readonly SyncObject[]): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const { annotations, value } of lastOfEach(objects)) {
    const { isHook, phases } = readHook(annotations);
    const definition = readDefinition(value);
    if (definition !== undefined && !(isHook && phases.length === 0)) {
      kinds.add(`${definition.group}/${definition.kind}`);
    }
  }
  return kinds;
}
