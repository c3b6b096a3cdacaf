import { isObject, type JsonValue } from "./manifest.ts";

/** A value as JSON on one line, as `JSON.stringify` writes it, with all digits of whole numbers that no double holds. */
export function jsonText(value: JsonValue): string {
  if (typeof value === "bigint") return String(value);
  if (isObject(value)) {
    const entries = Object.entries(value).flatMap(([key, child]) =>
      child === undefined ? [] : [`${JSON.stringify(key)}:${jsonText(child)}`],
    );
    return `{${entries.join(",")}}`;
  }
  return Array.isArray(value) ? `[${value.map(jsonText).join(",")}]` : JSON.stringify(value);
}
