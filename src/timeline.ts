import { simulateSync } from "./argo/simulate.ts";
import type { SimulatedSync } from "./argo/simulated-sync.ts";
import type { SyncObject } from "./argo/sync-task.ts";
import { findWaits, type Wait } from "./argo/waits.ts";
import { waveAnnotation } from "./argo/wave.ts";
import { type JsonObject, valueAt } from "./manifest/manifest.ts";
import type { PipelineResult } from "./pipeline.ts";

/** In which order Argo CD will apply the output of a run, and what it waits for in between. */
export interface Timeline {
  readonly sync: SimulatedSync;
  readonly waits: readonly Wait[];
}

/** Asks the model of Argo CD's sync about the objects as they leave the pipeline: moved waves and barriers included. */
export function timelineOf(result: PipelineResult, destinationNamespace: string): Timeline {
  const objects = outputObjects(result);
  const sync = simulateSync(objects, { destinationNamespace });
  return { sync, waits: findWaits(sync.steps, objects, sync.outcome) };
}

function outputObjects({ applied, moves, barriers }: PipelineResult): readonly SyncObject[] {
  const waves = new Map(moves.map((move) => [move.manifest, move.to]));
  const objects: SyncObject[] = applied.map((manifest) => {
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
