import { isObject, type JsonValue } from "../manifest/manifest.ts";

/**
 * An Application without its nulls: to Go, a null is a field that is not there. Only what stands under `valuesObject`
 * keeps its own, since a null in helm's values takes a default away.
 */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (!isObject(value)) {
    return value;
  }
  const kept: Record<string, JsonValue> = Object.create(null);
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined && field !== null) {
      kept[key] = key === "valuesObject" ? field : withoutNulls(field);
    }
  }
  return kept;
}
