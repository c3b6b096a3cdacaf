import { type JsonValue, valueAt } from "../../manifest/manifest.ts";

/** The list at a path; empty where there is none or something else. */
export function listAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}
