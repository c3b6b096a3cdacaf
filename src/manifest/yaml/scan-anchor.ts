import {
  ampersand,
  at,
  backquote,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isBlankOrEnd,
  isWord,
  percent,
  question,
} from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { NameToken } from "./token.ts";

/** What may follow a name at once (go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`, `yaml_parser_scan_anchor`). */
const followers: ReadonlySet<number> = new Set([
  question,
  colon,
  comma,
  closeBracket,
  closeBrace,
  percent,
  at,
  backquote,
]);

/** Scans an anchor or an alias. */
export function scanAnchor(cursor: Cursor): NameToken {
  const start = cursor.at;
  const kind = cursor.peek() === ampersand ? "anchor" : "alias";
  cursor.at++;
  while (isWord(cursor.peek())) cursor.at++;
  const end = cursor.at;
  const next = cursor.peek();
  if (end === start + 1 || !(isBlankOrEnd(next) || followers.has(next))) {
    const detail =
      kind === "anchor"
        ? "the name of an anchor holds something else than letters, digits, - and _, or a text that begins with & lacks quotes"
        : "the name of an alias holds something else than letters, digits, - and _, or a text that begins with * lacks quotes";
    throw new SyntaxStop(detail, start);
  }
  return { kind, start, end, name: cursor.text.slice(start + 1, end) };
}
