import { type ParameterName, parameterOf } from "../parameters.ts";
import type { Given } from "./given.ts";
import { spelling } from "./origins.ts";
import { parsePairs, parseValue } from "./parse-value.ts";

/** The texts of the command line by parameter: one for each time the flag was given, none for one without a value. */
export type FlagTexts = ReadonlyMap<ParameterName, readonly string[]>;

/** Reads flags. Each time a list or a map is given adds one item, whatever is in it; of others the last one counts. */
export function readFlags(flags: FlagTexts): Given {
  const values = new Map<ParameterName, unknown>();
  const problems: string[] = [];
  for (const [name, texts] of flags) {
    const parameter = parameterOf(name);
    if (parameter.type === "list") {
      values.set(name, texts);
      continue;
    }
    const parsed =
      parameter.type === "map" ? parsePairs(texts) : parseValue(parameter, texts.at(-1) ?? "true");
    if ("problem" in parsed) {
      problems.push(`${spelling(name, "flag")} ${parsed.problem}`);
    } else {
      values.set(name, parsed.value);
    }
  }
  return { values, problems };
}
