import { isObject, type JsonValue, textAt, valueAt } from "./manifest.ts";

/**
 * What a value is instead of a Kubernetes object, in words that go on after "it is"; undefined where it is one.
 *
 * @param mayQuote whether a text may be shown: at the beginning of a stream it is what a tool says, anywhere else it may
 * be part of a Secret.
 */
export function whyNoObject(value: JsonValue, mayQuote: boolean): string | undefined {
  if (typeof value === "string" && mayQuote) {
    return `a text that begins with ${JSON.stringify(value.slice(0, 40))}`;
  }
  if (!isObject(value)) return nameOfType(value);
  const missing = ["apiVersion", "kind"].filter((key) => !textAt(value, key));
  return missing.length === 0 ? undefined : `a mapping without ${missing.join(" and ")} as text`;
}

/** Why an object has neither a name nor a `generateName`, in words that go on after "whose"; undefined where it has. */
export function whyNoName(value: JsonValue): string | undefined {
  if (textAt(value, "metadata", "name") || textAt(value, "metadata", "generateName")) return undefined;
  const name = valueAt(value, "metadata", "name");
  if (name === undefined || name === null || name === "") return "metadata.name is missing";
  const found = nameOfType(name);
  if (typeof name === "object") return `metadata.name is ${found} and no text`;
  const why =
    typeof name === "boolean" ? ", as y, n, yes, no, on and off are too where they stand without quotes" : "";
  return `metadata.name is ${found} and no text${why}: put it in quotes`;
}

/** The type of a value in words. */
export function nameOfType(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value === "boolean") return "true or false";
  return typeof value === "string" ? "a text" : "a number";
}
