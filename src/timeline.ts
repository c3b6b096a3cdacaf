import type { Phase } from "./argo/phase.ts";
import { simulateSync } from "./argo/simulate.ts";
import type { SimulatedSync } from "./argo/simulated-sync.ts";
import { orderTasks } from "./argo/sync-order.ts";
import type { SyncObject } from "./argo/sync-task.ts";
import { findWaits, type Wait } from "./argo/waits.ts";
import { waveAnnotation } from "./manifest/annotations.ts";
import { type JsonObject, valueAt } from "./manifest/manifest.ts";
import { type ObjectRef, refKey } from "./manifest/object-ref.ts";
import type { PipelineResult } from "./pipeline.ts";

/** In which order Argo CD will apply the output of a run, and what it waits for in between. */
export interface Timeline {
  readonly sync: SimulatedSync;
  readonly waits: readonly Wait[];
  /** What a sync that stops before its end leaves as it is, in the order in which it would have come. */
  readonly undone: readonly Undone[];
}

/** An object that is not applied in a phase in which it would have been. */
export interface Undone {
  readonly ref: ObjectRef;
  readonly phase: Phase;
}

/** Objects that do not become healthy, for a sync that is asked about. */
export interface Assumptions {
  /** Progressing for ever. */
  readonly neverHealthy: readonly ObjectRef[];
  readonly degraded: readonly ObjectRef[];
}

/** Asks the model of Argo CD's sync about the objects as they leave the pipeline: moved waves and barriers included. */
export function timelineOf(
  result: PipelineResult,
  destinationNamespace: string,
  assumptions?: Assumptions,
): Timeline {
  return timelineOfObjects(outputObjects(result), destinationNamespace, assumptions);
}

/** The same for any objects, by the waves that they carry. */
export function timelineOfObjects(
  objects: readonly SyncObject[],
  destinationNamespace: string,
  assumptions: Assumptions = { neverHealthy: [], degraded: [] },
): Timeline {
  const sync = simulateSync(objects, {
    destinationNamespace,
    neverHealthy: isAmong(assumptions.neverHealthy),
    degraded: isAmong(assumptions.degraded),
  });
  const undone = sync.outcome === "Succeeded" ? [] : findUndone(objects, sync, destinationNamespace);
  return { sync, waits: findWaits(sync.steps, objects, sync.outcome), undone };
}

/** Hooks of a failed sync are none of it: a sync that does not fail never runs them. */
function findUndone(
  objects: readonly SyncObject[],
  sync: SimulatedSync,
  destinationNamespace: string,
): readonly Undone[] {
  const keyOf = ({ ref, phase }: Undone) => `${phase} ${refKey(ref)}`;
  const applied = new Set(sync.steps.filter(({ op }) => op === "apply").map(keyOf));
  return orderTasks(objects, { destinationNamespace })
    .filter((task) => task.phase !== "SyncFail" && !applied.has(keyOf(task)))
    .map(({ ref, phase }) => ({ ref, phase }));
}

function isAmong(refs: readonly ObjectRef[]): (ref: ObjectRef) => boolean {
  const keys = new Set(refs.map(refKey));
  return (ref) => keys.has(refKey(ref));
}
function outputObjects({ objects: applied, moves, barriers }: PipelineResult): readonly SyncObject[] {
  const waves = new Map(moves.map((move) => [move.manifest, move.to]));
  const objects: SyncObject[] = applied.map(({ manifest }) => {
    const wave = waves.get(manifest);
    return wave === undefined
      ? manifest
      : { ...manifest, annotations: { ...manifest.annotations, [waveAnnotation]: String(wave) } };
  });
  const firstIndex = objects.reduce((next, { index }) => Math.max(next, index + 1), 0);
  for (const [position, { ref, manifest }] of barriers.entries()) {
    objects.push({
      index: firstIndex + position,
      ref,
      annotations: annotationsOf(manifest),
      value: manifest,
    });
  }
  return objects;
}

/** Ours are strings by construction. */
function annotationsOf(manifest: JsonObject): Readonly<Record<string, string>> {
  return valueAt(manifest, "metadata", "annotations") as Readonly<Record<string, string>>;
}
