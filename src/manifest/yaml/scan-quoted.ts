import { backslash, doubleQuote, isBlank, isBlankOrEnd, isBreak, singleQuote } from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { foldBreaks } from "./fold-breaks.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { ScalarToken } from "./token.ts";

/** What stands behind a backslash for itself or for another character. JSON's `\/` is not among them. */
const escapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

/** How many hexadecimal digits follow. */
const codeLengths: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Scans a scalar in quotes (go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`, `yaml_parser_scan_flow_scalar`). */
export function scanQuoted(cursor: Cursor): ScalarToken {
  const start = cursor.at;
  const quote = cursor.peek();
  const isDouble = quote === doubleQuote;
  let text = "";
  cursor.at++;
  for (;;) {
    if (cursor.atDocumentMark()) throw new SyntaxStop("the document ends inside of quotes", cursor.at);
    if (Number.isNaN(cursor.peek())) {
      throw new SyntaxStop(`a ${isDouble ? "double" : "single"} quote is opened and never closed`, start);
    }
    const run = isDouble ? scanDouble(cursor) : scanSingle(cursor);
    text += run.text;
    if (cursor.peek() === quote) break;
    text += scanGap(cursor, run.continues);
  }
  cursor.at++;
  const style = isDouble ? "double-quoted" : "single-quoted";
  return { kind: "scalar", start, end: cursor.at, text, style };
}

/** A stretch without unescaped blanks. It continues where an escaped break has ended it, which leaves no blank behind. */
interface Run {
  readonly text: string;
  readonly continues: boolean;
}

function scanSingle(cursor: Cursor): Run {
  let text = "";
  let from = cursor.at;
  for (let code = cursor.peek(); !isBlankOrEnd(code); code = cursor.peek()) {
    if (code !== singleQuote) {
      cursor.at++;
      continue;
    }
    if (cursor.peek(1) !== singleQuote) break;
    text += cursor.text.slice(from, cursor.at + 1);
    cursor.at += 2;
    from = cursor.at;
  }
  return { text: text + cursor.text.slice(from, cursor.at), continues: false };
}

function scanDouble(cursor: Cursor): Run {
  let text = "";
  let from = cursor.at;
  for (let code = cursor.peek(); !isBlankOrEnd(code) && code !== doubleQuote; code = cursor.peek()) {
    if (code !== backslash) {
      cursor.at++;
      continue;
    }
    text += cursor.text.slice(from, cursor.at);
    if (isBreak(cursor.peek(1))) {
      cursor.at++;
      cursor.skipBreak();
      return { text, continues: true };
    }
    text += scanEscape(cursor);
    from = cursor.at;
  }
  return { text: text + cursor.text.slice(from, cursor.at), continues: false };
}

function scanEscape(cursor: Cursor): string {
  const start = cursor.at;
  const name = cursor.text.charAt(start + 1);
  cursor.at += 2;
  const escaped = escapes.get(name);
  if (escaped !== undefined) return escaped;
  const length = codeLengths.get(name);
  if (length === undefined) {
    const detail =
      name === "/"
        ? "a double-quoted string has the escape \\/, which Go does not know: write / alone"
        : "a double-quoted string has an escape that does not exist";
    throw new SyntaxStop(detail, start);
  }
  const digits = cursor.text.slice(cursor.at, cursor.at + length);
  cursor.at += length;
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw new SyntaxStop("an escape in a double-quoted string lacks digits", start);
  }
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    throw new SyntaxStop(
      "a double-quoted string has an escape that is no character for Go, such as half a surrogate pair: write the character itself, or \\U and its eight digits",
      start,
    );
  }
  return String.fromCodePoint(code);
}

/** Goes behind blanks and breaks and returns what they become: blanks stay, unless a break stands among them. */
function scanGap(cursor: Cursor, continues: boolean): string {
  const from = cursor.at;
  let breaks = "";
  for (;;) {
    const code = cursor.peek();
    if (isBlank(code)) cursor.at++;
    else if (isBreak(code)) breaks += cursor.skipBreak();
    else break;
  }
  // Behind an escaped break no first break is left to be folded.
  if (continues) return breaks;
  return breaks === "" ? cursor.text.slice(from, cursor.at) : foldBreaks(breaks);
}
