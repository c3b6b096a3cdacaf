import { isObject, type JsonValue } from "../manifest/manifest.ts";
import { readText } from "../manifest/read-text.ts";
import { isRefusal } from "../manifest/refusal.ts";
import type { RenderRequest } from "./render-request.ts";

const mask = "***";

/** Shorter texts are no secrets worth the name, and masking them would make words unreadable. */
const shortest = 4;
/** Numbers of this length may be one. */
const shortestNumber = 6;
/** Beyond it, looking for each of them in what a tool said costs too much: then nothing of it is shown. */
const mostValues = 5000;

/**
 * Takes the values that an Application gives through `set`, `set-string` and `values` out of what a tool says: a chart
 * may `fail` with any of them, and Argo CD shows the words to whoever may see the application. Values come as they are,
 * in JSON's and Go's quotes, and in base64. What a values file of the repository says is not masked: it is written down
 * where everybody with access to the repository reads it.
 */
export function maskValues(words: string, request: RenderRequest): string {
  const secrets = secretsOf(request);
  if (secrets.length > mostValues) return "(not shown: it may repeat one of the many values that were given)";
  return secrets.reduce((text, secret) => text.replaceAll(secret, mask), words);
}

/** Everything to mask, the longest first, so that no part of one is left over. */
function secretsOf({ helm, name, namespace }: RenderRequest): readonly string[] {
  const values = [
    ...[...Object.values(helm.set), ...Object.values(helm.setString)].flatMap(piecesOfSet),
    ...textsIn(helm.values ?? ""),
  ];
  // They stand in messages anyway, where they are needed to read them.
  const known = new Set([name, namespace, helm.releaseName]);
  const forms = values
    .flatMap((value) => [value.trim(), ...value.split("\n").map((line) => line.trim())])
    .filter((value) => isSecret(value) && !known.has(value))
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), ...base64Of(value)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function isSecret(value: string): boolean {
  if (/^[\d.]+$/.test(value)) return value.length >= shortestNumber;
  return value.length >= shortest && value !== "true" && value !== "false" && value !== "null";
}

/** helm takes a value apart at commas and braces, and its own words name the parts. */
function piecesOfSet(value: string): readonly string[] {
  return [value, ...value.split(/[,{}]/), value.replaceAll(/(?<!\\),/g, "\\,")];
}

/** All texts and numbers of a YAML text, keys left out; its lines where it cannot be read. */
function textsIn(yaml: string): readonly string[] {
  if (yaml.trim() === "") return [];
  const reading = readText(yaml);
  if (isRefusal(reading)) return yaml.split("\n").flatMap((line) => [line, line.replace(/^[^:]*:/, "")]);
  const texts: string[] = [];
  const open: (JsonValue | undefined)[] = [reading.value];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint")
      texts.push(String(value));
    else if (Array.isArray(value) || isObject(value))
      for (const inner of Object.values(value)) open.push(inner);
  }
  return texts;
}

function base64Of(value: string): readonly string[] {
  return value.length < 6 ? [] : [Buffer.from(value).toString("base64")];
}
