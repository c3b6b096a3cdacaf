import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  hash,
  isBlank,
  isBlankOrEnd,
  isBreak,
  openBrace,
  openBracket,
  question,
  tab,
} from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { foldBreaks } from "./fold-breaks.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { ScalarToken } from "./token.ts";

/**
 * Scans a scalar without quotes, and the blanks and breaks behind it (go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`,
 * `yaml_parser_scan_plain_scalar`).
 *
 * @param indent that further lines must have at least, outside of brackets.
 */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): ScalarToken {
  const start = cursor.at;
  let end = start;
  let text = "";
  let breaks = "";
  for (;;) {
    if (cursor.atDocumentMark() || cursor.peek() === hash) break;
    const from = cursor.at;
    skipText(cursor, inFlow);
    if (cursor.at > from) {
      if (from > start) text += breaks === "" ? cursor.text.slice(end, from) : foldBreaks(breaks);
      text += cursor.text.slice(from, cursor.at);
      end = cursor.at;
      breaks = "";
    }
    const code = cursor.peek();
    if (!isBlank(code) && !isBreak(code)) break;
    breaks = skipGap(cursor, breaks, indent);
    if (!inFlow && cursor.column < indent) break;
  }
  return { kind: "scalar", start, end, text, style: "plain" };
}

/** To what ends a run of text: a blank, a colon before one, or in brackets what has a meaning there. */
function skipText(cursor: Cursor, inFlow: boolean): void {
  const { text } = cursor;
  let at = cursor.at;
  for (let code = text.charCodeAt(at); !isBlankOrEnd(code); code = text.charCodeAt(++at)) {
    if (code === colon && isBlankOrEnd(text.charCodeAt(at + 1))) break;
    if (inFlow && endsFlowText(code)) break;
  }
  cursor.at = at;
}

function endsFlowText(code: number): boolean {
  switch (code) {
    case comma:
    case question:
    case openBracket:
    case closeBracket:
    case openBrace:
    case closeBrace:
      return true;
    default:
      return false;
  }
}

/** Goes behind blanks and breaks, and returns the breaks. No tab may stand where a line is to be indented. */
function skipGap(cursor: Cursor, before: string, indent: number): string {
  let breaks = before;
  for (;;) {
    const code = cursor.peek();
    if (isBreak(code)) breaks += cursor.skipBreak();
    else if (!isBlank(code)) return breaks;
    else if (code === tab && breaks !== "" && cursor.column < indent)
      throw new SyntaxStop("a tab stands where only spaces may indent", cursor.at);
    else cursor.at++;
  }
}
