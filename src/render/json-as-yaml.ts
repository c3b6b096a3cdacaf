/** A whole JSON string, and the colon behind it where it is a key. */
const token = /"(?:[^"\\]|\\.)*"(?:(\s*):)?/gs;

/** Surrogate pairs, halves of pairs, and every other escape, so that a backslash is never read twice. */
const escapes = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u(d[89a-f][0-9a-f]{2})|\\./gis;

/** What go-yaml calls control characters, though JSON lets them stand in a string (go-yaml 2.4 `readerc.go`). */
const unreadable = /[\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;

/**
 * The same JSON, written so that Go's YAML reader takes it too. Behind other documents of a stream Argo CD's decoder
 * reads YAML, even where a document is JSON (apimachinery 0.37 `pkg/util/yaml/decoder.go` YAMLOrJSONDecoder), and YAML
 * is stricter in three places: escaped surrogate pairs, some characters inside strings, and a colon on another line
 * than its key. `json` must be valid; most JSON comes back as it is.
 */
export function jsonAsYaml(json: string): string {
  return json.replace(token, (found, space: string | undefined) => {
    if (space === undefined) return yamlString(found);
    return `${yamlString(found.slice(0, -space.length - 1))}:`;
  });
}

function yamlString(text: string): string {
  return text.replace(escapes, readSurrogates).replace(unreadable, escapeUnit);
}

/** A pair becomes its character, half a pair what Go's JSON reader makes of it. */
function readSurrogates(found: string, high?: string, low?: string, half?: string): string {
  if (high !== undefined && low !== undefined) {
    return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
  }
  return half === undefined ? found : "\\ufffd";
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
