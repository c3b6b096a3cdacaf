import { type JsonObject, textAt } from "../manifest/manifest.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { type DeletePolicy, readHook } from "./hooks.ts";
import type { Phase } from "./phase.ts";
import type { Tracked } from "./run-state.ts";
import { readWave } from "./wave.ts";

/** What the model needs to know of an object; every `Manifest` is one. */
export interface SyncObject {
  /** Given back in the steps, so that the caller knows which object is meant. */
  readonly index: number;
  /** With the destination namespace filled in where a namespaced object states none. */
  readonly ref: ObjectRef;
  readonly annotations: Readonly<Record<string, string>>;
  readonly value: JsonObject;
}

/** One object in one phase: what a sync applies (gitops-engine 3.6.1 `pkg/sync/sync_task.go`). */
export interface SyncTask extends Tracked {
  /** Undefined for the Namespace that Argo CD makes itself. */
  readonly object: SyncObject | undefined;
  readonly ref: ObjectRef;
  /** The phase and wave it is applied in, after the moves of Namespaces and CRDs. */
  readonly phase: Phase;
  readonly wave: number;
  /** The wave that the object itself states. */
  readonly ownWave: number;
  readonly isHook: boolean;
  readonly deletePolicies: readonly DeletePolicy[];
}

/** Which of the objects a sync takes; all where nothing is said. */
export interface Selection {
  /**
   * A sync of selected resources: only these are applied or pruned. Argo CD skips all hooks then, so `skipHooks` is to be
   * set with it.
   */
  readonly selected?: (ref: ObjectRef) => boolean;
  /** Also what the sync strategy `apply` does. */
  readonly skipHooks?: boolean;
}

/**
 * The tasks of a sync, in no order yet: one per object and phase. Of several objects with the same identity only the
 * last one counts (argo-cd 3.6.1 `controller/state.go` `NormalizeTargetObjects`).
 */
export function makeTasks(objects: readonly SyncObject[], selection: Selection = {}): readonly SyncTask[] {
  const tasks: SyncTask[] = [];
  for (const object of lastOfEach(objects)) {
    const { isHook, phases, deletePolicies } = readHook(object.annotations);
    if (phases.length === 0 || !isTaken(object, isHook, selection)) {
      continue;
    }
    const { wave } = readWave(object.annotations);
    for (const phase of phases) {
      const { ref, key } = name(object, phase);
      const keys = { objectKey: key, resultKey: key };
      tasks.push({ object, ref, phase, wave, ownWave: wave, isHook, deletePolicies, ...keys });
    }
  }
  return tasks;
}

function isTaken({ ref }: SyncObject, isHook: boolean, { selected, skipHooks = false }: Selection): boolean {
  return isHook ? !skipHooks : selected === undefined || selected(ref);
}

/**
 * The Namespace that `CreateNamespace=true` adds to a first sync (`pkg/sync/sync_context.go` `autoCreateNamespace`). It
 * shares no result with a hook that makes the same Namespace: Argo CD gives that one a namespace of its own.
 */
export function makeNamespaceTask(name: string): SyncTask {
  const ref = { group: "", kind: "Namespace", namespace: "", name };
  const objectKey = refKey(ref);
  return {
    object: undefined,
    ref,
    phase: "PreSync",
    wave: 0,
    ownWave: 0,
    isHook: false,
    deletePolicies: [],
    objectKey,
    resultKey: `${objectKey}\u0000added`,
  };
}

/** The objects that count, where several have the same identity. Those that have their name generated never do. */
export function lastOfEach(objects: readonly SyncObject[]): Iterable<SyncObject> {
  const last = new Map<string, SyncObject>();
  for (const object of objects) {
    const key = refKey(object.ref);
    last.set(object.ref.name === "" ? `${key}\u0000${object.index}` : key, object);
  }
  return last.values();
}

/**
 * Argo CD gives a hook without a name its `generateName` with revision, phase and time. We sort by the part we know, and
 * know that it has another name in each phase, and the same as another hook with that `generateName`.
 */
function name({ ref, value }: SyncObject, phase: Phase): { readonly ref: ObjectRef; readonly key: string } {
  if (ref.name !== "") {
    return { ref, key: refKey(ref) };
  }
  const generated = { ...ref, name: textAt(value, "metadata", "generateName") ?? "" };
  return { ref: generated, key: `${refKey(generated)}\u0000${phase}` };
}
