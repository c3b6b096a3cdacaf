import jsonPatch, { type Operation } from "fast-json-patch";
import { waveAnnotation } from "../manifest/annotations.ts";
import { isObject, type JsonObject, type JsonValue, type Manifest, valueAt } from "../manifest/manifest.ts";

/** The operations of RFC 6902 that setting a wave takes. */
export interface WaveOperation {
  readonly op: "add" | "replace";
  readonly path: string;
  readonly value: string | Readonly<Record<string, string>>;
}

/**
 * The patch that gives an object its new wave. Only the annotations are compared: nothing else of an object is ever
 * changed, and comparing whole objects would take as long as reading them.
 */
export function wavePatch(manifest: Manifest, wave: number): WaveOperation[] {
  const annotations = valueAt(manifest.value, "metadata", "annotations");
  const before = annotations === undefined ? {} : { annotations };
  const after = { annotations: withWave(annotations, wave) };
  return jsonPatch.compare({ metadata: before }, { metadata: after }).map(asWaveOperation);
}

function withWave(annotations: JsonValue | undefined, wave: number): JsonObject {
  const kept = isObject(annotations) ? Object.entries(annotations) : [];
  return Object.fromEntries([
    ...kept.filter(([key]) => key !== waveAnnotation),
    [waveAnnotation, String(wave)],
  ]);
}

function asWaveOperation(operation: Operation): WaveOperation {
  if (operation.op !== "add" && operation.op !== "replace") {
    throw new Error(`setting a wave took an operation ${operation.op}`);
  }
  return { op: operation.op, path: operation.path, value: operation.value };
}
