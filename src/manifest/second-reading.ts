import { foldBreaks } from "./yaml/fold-breaks.ts";

/**
 * Argo CD reads every manifest twice: it makes JSON of YAML, and reads that JSON as YAML again (gitops-engine 3.6
 * `SplitYAML`). Go's JSON leaves these characters as they are, and Go's YAML does not read them. What was JSON from the
 * beginning of the stream on is read once only.
 */
const unreadable = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
/** A document mark on a line of its own, to the reader that takes a next line (U+0085) for a break. */
const mark = /\u0085(?:---|\.\.\.)[ \u0085]/;

const suspicious = /[\u007f-\u009f\ufffe\uffff]/;

/** False for nearly all text: it arrives as it is. */
export function mayChangeInJson(text: string): boolean {
  return suspicious.test(text);
}

/** Why a text cannot be read a second time; undefined where it can. It holds such characters only through escapes. */
export function whyLostInJson(text: string): string | undefined {
  if (!unreadable.test(text) && !mark.test(text)) return undefined;
  return "a text holds a control character (U+007F to U+009F, U+FFFE or U+FFFF), which Argo CD does not read back from its own JSON";
}

/** What a text is after the second reading: a next line in quotes is a break, which is folded. */
export function readAgain(text: string): string {
  if (!text.includes("\u0085")) return text;
  return text.replaceAll(/ *\u0085[ \u0085]*/g, (gap) =>
    foldBreaks(gap.replaceAll(" ", "").replaceAll("\u0085", "\n")),
  );
}

/** As many characters as a key may have where a colon is to be found behind it, its quotes included. */
const longestKey = 1024;
const longestEscape = 6;

/** Whether the JSON that Go writes of a key is longer than what Go's YAML takes for a key. */
export function isKeyTooLong(key: string): boolean {
  if (key.length * longestEscape + 2 <= longestKey) return false;
  let length = 2;
  for (const character of key) length += escapedLength(character);
  return length > longestKey;
}

/** How many characters one is in JSON as Go's `encoding/json` writes it, which escapes those of HTML too. */
function escapedLength(character: string): number {
  if (/["\\\n\r\t\b\f]/.test(character)) return 2;
  return character < " " || /[<>&\u2028\u2029]/.test(character) ? longestEscape : 1;
}
