import { type JsonObject, textAt } from "../manifest/manifest.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { type DeletePolicy, readHook } from "./hooks.ts";
import type { Phase } from "./phase.ts";
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
export interface SyncTask {
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
  /** Same for all tasks of one object: whether it is live is known per object. */
  readonly objectKey: string;
}

/**
 * The tasks of a sync, in no order yet: one per object and phase. Of several objects with the same identity only the
 * last one counts (argo-cd 3.6.1 `controller/state.go` `NormalizeTargetObjects`).
 */
export function makeTasks(objects: readonly SyncObject[]): readonly SyncTask[] {
  const tasks: SyncTask[] = [];
  for (const [objectKey, object] of lastOfEach(objects)) {
    const { isHook, phases, deletePolicies } = readHook(object.annotations);
    if (phases.length === 0) {
      continue;
    }
    const { wave } = readWave(object.annotations);
    const ref = namedRef(object);
    for (const phase of phases) {
      tasks.push({ object, ref, phase, wave, ownWave: wave, isHook, deletePolicies, objectKey });
    }
  }
  return tasks;
}

/** The Namespace that `CreateNamespace=true` adds to a first sync (`pkg/sync/sync_context.go` `autoCreateNamespace`). */
export function makeNamespaceTask(name: string): SyncTask {
  const ref = { group: "", kind: "Namespace", namespace: "", name };
  return {
    object: undefined,
    ref,
    phase: "PreSync",
    wave: 0,
    ownWave: 0,
    isHook: false,
    deletePolicies: [],
    objectKey: refKey(ref),
  };
}

function lastOfEach(objects: readonly SyncObject[]): ReadonlyMap<string, SyncObject> {
  const last = new Map<string, SyncObject>();
  for (const object of objects) {
    last.set(identity(object), object);
  }
  return last;
}

/** Objects that have their name generated are never the same. */
function identity(object: SyncObject): string {
  const key = refKey(object.ref);
  return object.ref.name === "" ? `${key}\u0000${object.index}` : key;
}

/** Argo CD gives a hook without a name its `generateName` with revision, phase and time: sorted by the part we know. */
function namedRef({ ref, value }: SyncObject): ObjectRef {
  return ref.name === "" ? { ...ref, name: textAt(value, "metadata", "generateName") ?? "" } : ref;
}
