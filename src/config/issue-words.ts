import type * as z from "zod";
import type { Path } from "../manifest/format-path.ts";
import { type JsonValue, valueAt } from "../manifest/manifest.ts";
import { didYouMean } from "../nearest-name.ts";
import { quote } from "../quote.ts";
import { typeNames } from "../type-names.ts";
import { knownKeys } from "./known-keys.ts";

/** One thing that is wrong at one path, with the rest of a sentence that begins with the path. */
export interface ConfigIssue {
  readonly path: Path;
  /** Whether the key itself is wrong, or what stands under it. */
  readonly at: "key" | "value";
  readonly words: string;
}

/** What zod found, in our words: what was expected, what is there, and the nearest known name. */
export function explainIssue(issue: z.core.$ZodIssue, root: JsonValue): readonly ConfigIssue[] {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => explainUnknownKey(path, key, root));
  }
  if (issue.code === "invalid_key") {
    return [{ path, at: "key", words: `is not known: it must be ${issue.issues[0]?.message ?? "another"}` }];
  }
  const found = valueAt(root, ...path);
  return [
    found === undefined
      ? { path, at: "key", words: `is missing: it must be ${expectation(issue)}` }
      : {
          path,
          at: "value",
          words: `must be ${expectation(issue)}, not ${describe(found)}${meant(issue, found)}`,
        },
  ];
}

function explainUnknownKey(parent: Path, key: string, root: JsonValue): ConfigIssue {
  const known = knownKeys(parent, root);
  const hint = didYouMean(key, known);
  const list = hint === "" && known.length > 0 ? `; known here: ${known.join(", ")}` : hint;
  return { path: [...parent, key], at: "key", words: `is not known${list}` };
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeNames[issue.expected] ?? `of type ${issue.expected}`;
    case "invalid_value":
      return oneOf(issue.values.map(String)) ?? issue.message;
    case "invalid_union":
      return oneOf(choicesOf(issue)) ?? issue.message;
    case "too_small":
      return issue.origin === "string" ? "text that is not empty" : `at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `text of at most ${issue.maximum} characters`
        : `at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/** A choice that may be left out is none that anybody would write. */
function oneOf(all: readonly string[] | undefined): string | undefined {
  const choices = all?.filter((choice) => choice !== "undefined");
  if (choices === undefined || choices.length < 2) return choices?.[0];
  return `one of ${choices.join(", ")}`;
}

function describe(value: JsonValue): string {
  if (value === null) {
    return "empty";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    return "a map";
  }
  return typeof value === "string"
    ? quote(value)
    : `${typeof value === "number" ? "the number " : ""}${value}`;
}

function meant(issue: z.core.$ZodIssue, found: JsonValue): string {
  const choices = choicesOf(issue) ?? [];
  return choices.length > 1 && typeof found === "string" ? didYouMean(found, choices) : "";
}

/** The values that an issue would have taken, where they can be listed: of a field, or of the key that names a shape. */
function choicesOf(issue: z.core.$ZodIssue): readonly string[] | undefined {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union" || !("options" in issue)) return undefined;
  return issue.options?.map(String);
}
