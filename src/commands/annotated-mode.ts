import { modeAnnotation } from "../argo/opt-in.ts";
import { UsageError } from "../errors.ts";
import { parseValue } from "../parameters/parse-value.ts";
import { parameterOf } from "../parameters.ts";

/**
 * The mode that the annotations of an Application ask for, if any.
 *
 * @throws UsageError where it is none; checked here, where it is known to be no plugin parameter.
 */
export function annotatedMode(
  annotations: Readonly<Record<string, string>>,
  application: string,
): string | undefined {
  const mode = annotations[modeAnnotation];
  if (mode === undefined) return undefined;
  const parsed = parseValue(parameterOf("mode"), mode);
  if (!("problem" in parsed)) return mode;
  throw new UsageError(`the annotation ${modeAnnotation} of Application ${application} ${parsed.problem}`, {
    hint: "write one of them in quotes, or take the annotation away",
  });
}

/**
 * `ARGOCD_APP_PARAMETERS` with the annotated mode among them, unless the source itself sets one. What cannot be read is
 * left for whoever reads it next, who refuses it.
 */
export function withMode(parameters: string | undefined, mode: string): string | undefined {
  const entries = parse(parameters);
  if (entries === undefined || entries.some(isMode)) return parameters;
  return JSON.stringify([...entries, { name: "mode", string: mode }]);
}

function parse(text: string | undefined): readonly unknown[] | undefined {
  if (text === undefined || text.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return value === null ? [] : Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An empty one counts as not set, as everywhere. */
function isMode(entry: unknown): boolean {
  return typeof entry === "object" &&
    entry !== null &&
    "name" in entry &&
    entry.name === "mode" &&
    "string" in entry
    ? entry.string !== ""
    : false;
}
