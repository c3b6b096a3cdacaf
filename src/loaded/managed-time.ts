import { type JsonObject, type JsonValue, textAt, valueAt } from "../manifest/manifest.ts";

/** managedFields count whole seconds, and cut the rest off (apimachinery v0.37 `metav1.Time`). */
export const timestampGrainMs = 1000;

/**
 * When an object was last written, in milliseconds since 1970 by the API server's clock: the newest time of its
 * managedFields, all of them or those whose fields satisfy `owns`. Undefined where it tells none.
 *
 * A field that is set moves the time of who set it; one that is taken away may move none, if who took it owns nothing
 * (apimachinery v0.37 `pkg/util/managedfields/internal/structuredmerge.go` `Update`).
 */
export function managedTimeMs(
  object: JsonObject,
  owns: (fields: JsonValue | undefined) => boolean = () => true,
): number | undefined {
  const entries = valueAt(object, "metadata", "managedFields");
  if (!Array.isArray(entries)) return undefined;
  let newest: number | undefined;
  for (const entry of entries) {
    if (!owns(valueAt(entry, "fieldsV1"))) continue;
    const time = timeMs(textAt(entry, "time"));
    if (time !== undefined && (newest === undefined || time > newest)) newest = time;
  }
  return newest;
}

/** A time of the API, in milliseconds since 1970; undefined for anything else. */
export function timeMs(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isFinite(time) ? time : undefined;
}
