import { exclamation, greaterThan, isBlankOrEnd, isWord, lessThan, percent } from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { TagToken } from "./token.ts";

const malformed = "a tag is malformed, or a text that begins with ! lacks quotes";

/** Scans a tag: `!suffix`, `!handle!suffix`, `!<whole>` or `!` (go.yaml.in/yaml/v2 v2.4.3, `yaml_parser_scan_tag`). */
export function scanTag(cursor: Cursor): TagToken {
  const start = cursor.at;
  const { handle, suffix } =
    cursor.peek(1) === lessThan ? scanVerbatim(cursor, start) : scanShort(cursor, start);
  if (!isBlankOrEnd(cursor.peek())) throw new SyntaxStop(malformed, start);
  return { kind: "tag", start, end: cursor.at, handle, suffix };
}

function scanVerbatim(cursor: Cursor, start: number): { handle: string; suffix: string } {
  cursor.at += 2;
  const suffix = scanUri(cursor, start);
  if (suffix === "" || cursor.peek() !== greaterThan) throw new SyntaxStop(malformed, start);
  cursor.at++;
  return { handle: "", suffix };
}

function scanShort(cursor: Cursor, start: number): { handle: string; suffix: string } {
  const handle = scanHandle(cursor);
  if (handle.length > 1 && handle.endsWith("!")) {
    const suffix = scanUri(cursor, start);
    if (suffix === "") throw new SyntaxStop(malformed, start);
    return { handle, suffix };
  }
  const suffix = handle.slice(1) + scanUri(cursor, start);
  return suffix === "" ? { handle: "", suffix: "!" } : { handle: "!", suffix };
}

/** An exclamation mark, the word behind it, and the mark behind that if there is one. */
export function scanHandle(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at++;
  while (isWord(cursor.peek())) cursor.at++;
  if (cursor.peek() === exclamation) cursor.at++;
  return cursor.text.slice(start, cursor.at);
}

const uri = /[\w;/?:@&=+$,.!~*'()[\]-]*/y;

/** The characters of a URI, its escapes decoded. */
export function scanUri(cursor: Cursor, start: number): string {
  let text = "";
  for (;;) {
    uri.lastIndex = cursor.at;
    uri.test(cursor.text);
    text += cursor.text.slice(cursor.at, uri.lastIndex);
    cursor.at = uri.lastIndex;
    if (cursor.peek() !== percent) return text;
    text += scanUriEscape(cursor, start);
  }
}

/** How many octets a character has, by its first one; 0 where it cannot be one. */
function octetsOf(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc0 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf8 ? 4 : 0;
}

function scanUriEscape(cursor: Cursor, start: number): string {
  const octets: number[] = [];
  do {
    const digits = /^%([0-9a-fA-F]{2})$/.exec(cursor.text.slice(cursor.at, cursor.at + 3))?.[1];
    if (digits === undefined) throw new SyntaxStop(malformed, start);
    const octet = Number.parseInt(digits, 16);
    const isProper = octets.length === 0 ? octetsOf(octet) > 0 : (octet & 0xc0) === 0x80;
    if (!isProper) throw new SyntaxStop(malformed, start);
    octets.push(octet);
    cursor.at += 3;
  } while (octets.length < octetsOf(octets[0] ?? 0));
  return Buffer.from(octets).toString("utf8");
}
