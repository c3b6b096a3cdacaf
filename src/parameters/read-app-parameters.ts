import { didYouMean } from "../nearest-name.ts";
import { isParameterName, type Parameter, parameterOf } from "../parameters.ts";
import { quote } from "../quote.ts";
import type { Given } from "./given.ts";
import { namesFrom, whereToSet } from "./origins.ts";
import { copyMap, isStringMap, parseValue } from "./parse-value.ts";

/**
 * Reads `ARGOCD_APP_PARAMETERS`: a JSON array of `{ name, string | array | map }`, the parameters of the plugin source
 * (argo-cd 3.6 `pkg/apis/application/v1alpha1/types.go` `ApplicationSourcePluginParameters.Environ`).
 */
export function readAppParameters(text: string | undefined): Given {
  const values = new Map();
  const problems: string[] = [];
  for (const entry of parseEntries(text, problems)) {
    const label = `parameter ${quote(entry.name)} of the plugin source`;
    if (!isParameterName(entry.name)) {
      problems.push(`${label} is not known${didYouMean(entry.name, namesFrom("application"))}`);
      continue;
    }
    const parameter = parameterOf(entry.name);
    if (!parameter.from.includes("application")) {
      problems.push(`${label} is not for the Application: set it with ${whereToSet(entry.name)}`);
      continue;
    }
    if (values.has(entry.name)) {
      problems.push(`${label} is given twice`);
      continue;
    }
    const read = readEntry(parameter, entry);
    if ("problem" in read) {
      problems.push(`${label} ${read.problem}`);
    } else if (read.value !== undefined) {
      values.set(entry.name, read.value);
    }
  }
  return { values, problems };
}

interface Entry {
  readonly name: string;
  readonly string?: unknown;
  readonly array?: unknown;
  readonly map?: unknown;
}

function parseEntries(text: string | undefined, problems: string[]): readonly Entry[] {
  if (text === undefined || text.trim() === "") {
    return [];
  }
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    entries = undefined;
  }
  if (entries === null) {
    return [];
  }
  if (!Array.isArray(entries) || !entries.every(isEntry)) {
    problems.push("ARGOCD_APP_PARAMETERS is no JSON array of parameters with a name each");
    return [];
  }
  return entries;
}

function isEntry(entry: unknown): entry is Entry {
  return typeof entry === "object" && entry !== null && "name" in entry && typeof entry.name === "string";
}

/** The value of an entry; an empty string counts as not set, since forms send it for a field that was cleared. */
function readEntry(
  parameter: Parameter,
  entry: Entry,
): { readonly value: unknown } | { readonly problem: string } {
  const given = (["string", "array", "map"] as const).filter((form) => entry[form] != null);
  const form = formOf(parameter);
  const other = given.find((candidate) => candidate !== form);
  if (other !== undefined) {
    return { problem: `must be given as ${form}, not as ${other}` };
  }
  const value = entry[form];
  if (value == null || value === "") {
    return { value: undefined };
  }
  if (form === "string") {
    return typeof value === "string"
      ? parseValue(parameter, value)
      : { problem: "must be given as a string in quotes" };
  }
  if (form === "array") {
    return Array.isArray(value) && value.every((item) => typeof item === "string")
      ? { value }
      : { problem: "must be an array of strings" };
  }
  return isStringMap(value) ? { value: copyMap(value) } : { problem: "must be a map of strings" };
}

/** The field of a plugin parameter that carries values of this type. */
export function formOf(parameter: Parameter): "string" | "array" | "map" {
  return parameter.type === "list" ? "array" : parameter.type === "map" ? "map" : "string";
}
