import type { z } from "zod";
import type { Path } from "../manifest/format-path.ts";
import { type JsonValue, valueAt } from "../manifest/manifest.ts";
import { typeNames } from "../type-names.ts";

/** One field of an Application that Argo CD would refuse. */
export interface ApplicationIssue {
  readonly path: Path;
  /** The rest of a sentence that begins with the path. Never the text of a value: it may be secret. */
  readonly words: string;
}

export function explainApplicationIssue(issue: z.core.$ZodIssue, root: JsonValue): ApplicationIssue {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  const found = valueAt(root, ...path);
  if (found === undefined) {
    return { path, words: `is missing: it must be ${expectation(issue)}` };
  }
  return { path, words: `must be ${expectation(issue)}, not ${describe(found)}${cure(issue, found)}` };
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") {
    return typeNames[issue.expected] ?? issue.expected;
  }
  return issue.code === "too_small" ? "text that is not empty" : issue.message;
}

function describe(value: JsonValue): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return value === "" ? "empty text" : "text";
  return typeof value === "number" ? `the number ${value}` : String(value);
}

/** YAML reads `1.10` as a number and `on` as true where their author meant text. */
function cure(issue: z.core.$ZodIssue, found: JsonValue): string {
  const wantsText = issue.code === "invalid_type" && issue.expected === "string";
  return wantsText && (typeof found === "number" || typeof found === "boolean") ? " (put it in quotes)" : "";
}
