import type { TextEdit } from "./edit.ts";
import { endsLine, isSeparator } from "./line-separators.ts";

/** Where a literal or folded block ends, and the edits that make a strict reader see in it what Go sees. */
export interface BlockScalarLayout {
  /** The start of the first line that is not part of it, or the end of its head where that is broken. */
  readonly end: number;
  readonly edits: readonly TextEdit[];
}

const head = /[|>][-+0-9]*[ \t]*(?:#[^\n\u2028\u2029]*)?\r?/y;
const lineEnd = /[\n\u2028\u2029]|$/g;

/**
 * Goes over a block scalar line by line, as go.yaml.in/yaml/v2 v2.4.3 does (`scannerc.go`, `yaml_parser_scan_block_scalar`).
 * What stands behind a separator is a line of the scalar for Go, and on one line with what is before it for the strict
 * reader: so its indentation goes. A separator that ends the scalar becomes a line feed: there alone the value differs.
 *
 * @param start of the `|` or `>`.
 * @param parent the column of the collection around it, -1 where there is none.
 */
export function scanBlockScalar(text: string, start: number, parent: number): BlockScalarLayout {
  const edits: TextEdit[] = [];
  head.lastIndex = start;
  const headText = head.exec(text)?.[0] ?? "";
  const step = /[1-9]/.exec(headText)?.[0];
  let at = start + headText.length;
  if (!endsLine(text.charAt(at))) return { end: at, edits };
  if (isSeparator(text.charAt(at))) edits.push({ start: at, removed: text.charAt(at), inserted: "\n" });
  at++;
  const indent = step === undefined ? detectIndent(text, at, parent) : Math.max(parent, 0) + Number(step);
  while (at < text.length && indentation(text, at, indent) !== undefined) {
    lineEnd.lastIndex = at;
    const end = lineEnd.exec(text)?.index ?? text.length;
    at = Math.min(end + 1, text.length);
    if (!isSeparator(text.charAt(end))) continue;
    const spaces = indentation(text, at, indent);
    if (spaces === undefined) edits.push({ start: end, removed: text.charAt(end), inserted: "\n" });
    else edits.push({ start: at, removed: " ".repeat(spaces), inserted: "" });
  }
  return { end: at, edits };
}

/** The spaces before the content of a line; undefined where the line is no longer part of the scalar. */
function indentation(text: string, lineStart: number, indent: number): number | undefined {
  let spaces = 0;
  while (spaces < indent && text.charAt(lineStart + spaces) === " ") spaces++;
  const next = text.charAt(lineStart + spaces);
  return spaces === indent || endsLine(next) || next === "\r" ? spaces : undefined;
}

/** The most that the first line with content, or one of the empty lines before it, is indented. */
function detectIndent(text: string, from: number, parent: number): number {
  let indent = Math.max(parent + 1, 1);
  let lineStart = from;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === " ") continue;
    indent = Math.max(indent, at - lineStart);
    if (character === "\r") continue;
    if (!endsLine(character)) break;
    lineStart = at + 1;
  }
  return indent;
}
