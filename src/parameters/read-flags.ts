import { type Parameter, type ParameterName, parameterOf } from "../parameters.ts";
import type { Given } from "./given.ts";
import { spelling } from "./origins.ts";
import { parseValue } from "./parse-value.ts";
import { type AssignmentForm, readAssignments } from "./read-assignments.ts";

/** The texts of the command line by parameter: one for each time the flag was given, none for one without a value. */
export type FlagTexts = ReadonlyMap<ParameterName, readonly string[]>;

/** The last text of a flag; an empty one counts as not given, as in variables and plugin parameters. */
export function lastText(flags: FlagTexts, name: ParameterName): string | undefined {
  return flags.get(name)?.at(-1) || undefined;
}

/**
 * Reads flags. Each time a list is given adds one item, whatever is in it; maps are written as for helm's `--set`; of
 * others the last one counts, if it is not empty.
 */
export function readFlags(flags: FlagTexts): Given {
  const values = new Map<ParameterName, unknown>();
  const problems: string[] = [];
  for (const [name, texts] of flags) {
    const parameter = parameterOf(name);
    if (parameter.type === "list") {
      values.set(name, texts);
      continue;
    }
    if (isCleared(parameter, texts)) continue;
    if (parameter.flagOnce === true && texts.length > 1) {
      problems.push(`${spelling(name, "flag")} was given ${texts.length} times, but holds one text only`);
      continue;
    }
    const parsed =
      parameter.type === "map"
        ? readAssignments(texts, assignmentForm(name))
        : parseValue(parameter, texts.at(-1) ?? "true");
    if ("problem" in parsed) {
      problems.push(`${spelling(name, "flag")} ${parsed.problem}`);
    } else {
      values.set(name, parsed.value);
    }
  }
  return { values, problems };
}

/** Where there are choices, an empty text is none of them. */
function isCleared({ type, choices }: Parameter, texts: readonly string[]): boolean {
  return type === "string" && choices === undefined && texts.at(-1) === "";
}

/** What is set goes on to helm as it is written; paths, labels and counts are used as they are. */
function assignmentForm(name: ParameterName): AssignmentForm {
  return name === "set" || name === "set-string" ? "texts" : "paths";
}
