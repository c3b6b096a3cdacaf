import { parseDurationSeconds } from "../duration.ts";
import type { Parameter, ParameterType, ParameterTypes } from "../parameters.ts";
import { quote } from "../quote.ts";

/** A value, or what is wrong with its text: the end of a sentence that begins with the parameter's name. */
export type Parsed = { readonly value: ParameterTypes[ParameterType] } | { readonly problem: string };

/**
 * Reads one text as a flag or an environment variable gives it. Lists are separated by commas or line breaks, maps have
 * one `key=value` a line; both may be JSON instead, for values that hold separators themselves.
 */
export function parseValue(parameter: Parameter, text: string): Parsed {
  return parameter.choices === undefined
    ? parsers[parameter.type](text)
    : parseChoice(parameter.choices, text);
}

const parsers: { readonly [T in ParameterType]: (text: string) => Parsed } = {
  string: (value) => ({ value }),
  boolean: parseBoolean,
  duration: parseDuration,
  size: parseSize,
  list: parseList,
  map: parseMap,
};

function parseChoice(choices: readonly string[], text: string): Parsed {
  return choices.includes(text)
    ? { value: text }
    : { problem: `must be one of ${choices.join(", ")}, not ${quote(text)}` };
}

function parseBoolean(text: string): Parsed {
  return text === "true" || text === "false"
    ? { value: text === "true" }
    : { problem: `must be true or false, not ${quote(text)}` };
}

function parseDuration(text: string): Parsed {
  const seconds = parseDurationSeconds(text);
  return seconds !== undefined && seconds > 0
    ? { value: seconds }
    : { problem: `must be a duration such as 55s or 1m30s, not ${quote(text)}` };
}

const sizeUnits: Readonly<Record<string, number>> = { "": 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

function parseSize(text: string): Parsed {
  const [, digits = "", unit = ""] = /^([1-9][0-9]{0,11})(|Ki|Mi|Gi)B?$/.exec(text) ?? [];
  return digits === ""
    ? { problem: `must be a number of bytes such as 96Mi, not ${quote(text)}` }
    : { value: Number(digits) * (sizeUnits[unit] ?? 1) };
}

function parseList(text: string): Parsed {
  if (!text.trimStart().startsWith("[")) {
    const items = text.split(/[,\r\n]+/).map((item) => item.trim());
    return { value: items.filter((item) => item !== "") };
  }
  const list = parseJson(text);
  return Array.isArray(list) && list.every((item) => typeof item === "string")
    ? { value: list }
    : { problem: "begins like a JSON array but is no array of strings" };
}

function parseMap(text: string): Parsed {
  if (text.trimStart().startsWith("{")) {
    const map = parseJson(text);
    return isStringMap(map)
      ? { value: copyMap(map) }
      : { problem: "begins like a JSON object but is no object of strings" };
  }
  return parsePairs(text.split(/\r?\n/).filter((line) => line.trim() !== ""));
}

/**
 * A map from texts of the form `key=value`; whatever follows the first equals sign belongs to the value. A text that has
 * none is never quoted: it may be the second line of a password.
 */
function parsePairs(pairs: readonly string[]): Parsed {
  const map: Record<string, string> = Object.create(null);
  for (const [index, pair] of pairs.entries()) {
    const equals = pair.indexOf("=");
    if (equals < 1) {
      return { problem: `must be of the form key=value, which entry ${index + 1} is not` };
    }
    map[pair.slice(0, equals).trim()] = pair.slice(equals + 1);
  }
  return { value: map };
}

export function isStringMap(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => typeof item === "string")
  );
}

/** The same map without a prototype, so that no key is special. */
export function copyMap(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null), map);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
