import type { JsonValue } from "../../src/manifest/manifest.ts";

/** A value as Go's `encoding/json` writes it: sorted keys, escapes for HTML, whole numbers with all their digits. */
export function goJson(value: JsonValue): string {
  if (typeof value === "string") return goString(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(goJson).join(",")}]`;
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  entries.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${entries.map(([key, child]) => `${goString(key)}:${goJson(child)}`).join(",")}}`;
}

function goString(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The objects of a document that Go wrote as JSON: the items of a list are objects of their own. */
export function expandLists(documents: readonly string[]): readonly string[] {
  return documents.flatMap((text) => {
    const exact = parseExactly(text);
    if (typeof exact !== "object" || exact === null || Array.isArray(exact)) return [text];
    const { items, ...rest } = exact as { readonly items?: JsonValue };
    if (items === null && !("spec" in rest) && !("status" in rest)) return [];
    return Array.isArray(items) ? (items as readonly JsonValue[]).map(goJson) : [text];
  });
}

/** JSON in which whole numbers beyond what a double holds become bigints. */
function parseExactly(text: string): JsonValue {
  const marked = text.replaceAll(
    /("(?:[^"\\]|\\.)*")|-?\d+(?![\d.eE])(?<=[[:,]-?\d{16,})/g,
    (found, quoted?: string) => quoted ?? `{"\\u0000":"${found}"}`,
  );
  return JSON.parse(marked, (_, value) => {
    const digits = typeof value === "object" && value !== null ? value["\0"] : undefined;
    return typeof digits === "string" ? toNumber(digits) : value;
  });
}

function toNumber(digits: string): number | bigint {
  const whole = BigInt(digits);
  return BigInt.asIntN(64, whole) === whole && !Number.isSafeInteger(Number(whole)) ? whole : Number(digits);
}
