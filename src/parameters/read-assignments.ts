import type { Parsed } from "./parse-value.ts";

/** Texts keep their backslashes, which are for helm; paths and everything else that is used as it is lose them. */
export type AssignmentForm = "texts" | "paths";

/**
 * A map from texts as helm's `--set` takes them (helm 4.2 `pkg/strvals/parser.go`): assignments with commas between, each
 * up to its first `=`; a comma behind a backslash or inside of `{…}` belongs to the value. Nothing of a text is quoted: it may be a password.
 */
export function readAssignments(texts: readonly string[], form: AssignmentForm): Parsed {
  const map: Record<string, string> = Object.create(null);
  for (const [index, text] of texts.entries()) {
    let at = 0;
    while (at < text.length) {
      const equals = unescaped(text, at, "=,");
      if (equals === at || text[equals] !== "=") return { problem: malformed(index) };
      const end = endOfValue(text, equals + 1);
      if (end === undefined) return { problem: `has a list without its end } in entry ${index + 1}` };
      const key = text.slice(at, equals);
      // What is set again counts from here on: helm reads one assignment after the other.
      delete map[key];
      const value = text.slice(equals + 1, end);
      map[key] = form === "paths" ? value.replaceAll(/\\(.)/gs, "$1") : value;
      at = text[end] === "," ? end + 1 : end;
    }
    if (text === "") return { problem: malformed(index) };
  }
  return { value: map };
}

function malformed(index: number): string {
  return `must be of the form key=value, with commas between several, which entry ${index + 1} is not; a comma in a value is written \\,`;
}

/** Undefined where a list does not end. */
function endOfValue(text: string, start: number): number | undefined {
  if (text[start] !== "{") return unescaped(text, start, ",");
  const brace = unescaped(text, start, "}");
  return brace === text.length ? undefined : brace + 1;
}

/** The place of the first of some characters that no backslash stands before; the end of the text where there is none. */
function unescaped(text: string, from: number, wanted: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (wanted.includes(character)) return at;
  }
  return text.length;
}
