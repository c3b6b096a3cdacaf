import yaml from "js-yaml";
import { controlClass } from "./control-characters.ts";
import { mayHaveCollectionKeys } from "./flow-keys.ts";
import { goSchema } from "./go-schema.ts";
import { maxNesting } from "./limits.ts";
import type { JsonValue } from "./manifest.ts";

/**
 * What the fast reader reads differently from Go, or cannot report on. A text that holds none of it is read alike by
 * both, which the differential tests check; one that merely looks so is read by the exact reader, more slowly.
 */
const rare = new RegExp(
  [
    // Control characters, line breaks of YAML 1.1, and tabs, which indent for one and not for the other.
    `[${controlClass}\\t\\u0085\\u2028\\u2029\\ufeff]|\\r(?!\\n)`,
    // Merge keys and directives.
    "<<|^%",
    // Escapes that Go refuses or of which it makes what it does not read again, and empty lines behind a backslash.
    "\\\\(?:[/NU]|x[7-9]|u[dDfF]|u00[7-9]|\\r?\\n[ \\t]*\\r?\\n)",
    // Anchors, aliases and tags.
    "(?:^|[\\s[{,:?-])(?:[&*](?![=&\\s])|!(?!=))",
    // Explicit keys, also in the middle of text in brackets, keys that are no scalars, and colons without a key.
    "\\?|[\\]}][ \\t]*:|[,[{]\\s*:",
    // An item that holds nothing but an empty item: js-yaml takes the next item of the outer list for one of the inner.
    "-[ \\t]+-[ \\t]*(?:#|$)",
  ].join("|"),
  "m",
);
/** Without any of these characters there is nothing to look for. */
const suspicious = new RegExp(
  `[${controlClass}&*!?%<\\\\\\r\\t\\u0085\\u2028\\u2029\\ufeff]|[\\]}] *:|[,[{]\\s*:|- +- *(?:#|$)`,
  "m",
);

/** `maxDepth` is newer than the types. */
const options: yaml.LoadOptions & { readonly maxDepth: number } = { schema: goSchema, maxDepth: maxNesting };

/** What may stand as a longer key is for the exact reader to tell. */
const longestKey = 100;

/** Undefined where only the exact reader can tell what Go would read, broken text included. */
export function readFast(text: string): { readonly value: JsonValue } | undefined {
  if (suspicious.test(text) && rare.test(text)) return undefined;
  if (mayHaveCollectionKeys(text)) return undefined;
  try {
    const value = (yaml.load(text, options) ?? null) as JsonValue;
    return adopt(value) ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the prototypes away, in place: js-yaml made these objects and nobody has seen them yet. False where a key may
 * have been null, which js-yaml turns into text and Go refuses.
 */
function adopt(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!adopt(item)) return false;
    return true;
  }
  Object.setPrototypeOf(value, null);
  for (const key in value) {
    if (key === "null" || key === "" || key.length > longestKey) return false;
    if (!adopt((value as Record<string, JsonValue>)[key] ?? null)) return false;
  }
  return true;
}
