/**
 * Surrogate pairs, halves of pairs, and escaped slashes; the escaped backslashes before them belong to the match, so that
 * no backslash is read twice.
 */
const escapes =
  /(?<!\\)((?:\\\\)*)\\(?:u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u(d[89a-f][0-9a-f]{2})|\/)/gi;

/**
 * What JSON lets stand in a string, but go-yaml 2.4 takes for a control character (`readerc.go`) or for a line break
 * (`yamlprivateh.go` is_break).
 */
const unreadable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * The same JSON, written so that Go's YAML reader takes it too. Behind other documents of a stream Argo CD's decoder
 * reads YAML, even where a document is JSON (apimachinery 0.37 `pkg/util/yaml/decoder.go` YAMLOrJSONDecoder), and YAML
 * is stricter: about escaped surrogate pairs and slashes, some characters inside strings, and a colon on another line
 * than its key. `json` must be valid; most JSON comes back as it is.
 */
export function jsonAsYaml(json: string): string {
  // Neither backslashes nor these characters occur outside of strings.
  return joinColons(json.replace(escapes, readEscape).replace(unreadable, escapeUnit));
}

/** A pair becomes its character, half a pair what Go's JSON reader makes of it, an escaped slash a slash. */
function readEscape(_found: string, before: string, high?: string, low?: string, half?: string): string {
  if (high !== undefined && low !== undefined) {
    return before + String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
  }
  return before + (half === undefined ? "/" : "\\ufffd");
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Takes out what stands between a key and its colon. One token at a time: strings may be longer than a pattern can match. */
function joinColons(json: string): string {
  if (!/"\s+:/.test(json)) return json;
  const quote = /\\.|"/gs;
  const colon = /\s+:/y;
  const parts: string[] = [];
  let kept = 0;
  let inside = false;
  for (let found = quote.exec(json); found !== null; found = quote.exec(json)) {
    if (found[0] !== '"') continue;
    inside = !inside;
    colon.lastIndex = quote.lastIndex;
    if (inside || !colon.test(json)) continue;
    parts.push(json.slice(kept, quote.lastIndex), ":");
    kept = colon.lastIndex;
    quote.lastIndex = kept;
  }
  return parts.join("") + json.slice(kept);
}
