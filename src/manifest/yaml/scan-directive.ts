import { exclamation, hash, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isWord } from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { scanHandle, scanUri } from "./scan-tag.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { Token } from "./token.ts";

const malformed = "a directive is malformed";

/** Scans a line that begins with a percent sign (go.yaml.in/yaml/v2 v2.4.3, `yaml_parser_scan_directive`). */
export function scanDirective(cursor: Cursor): Token {
  const start = cursor.at;
  cursor.at++;
  const nameStart = cursor.at;
  while (isWord(cursor.peek())) cursor.at++;
  const name = cursor.text.slice(nameStart, cursor.at);
  const read = directives.get(name);
  if (read === undefined || !isBlankOrEnd(cursor.peek())) {
    throw new SyntaxStop("a line begins with % and is no directive that Go knows", start);
  }
  cursor.skipBlanks();
  const token = read(cursor, start);
  cursor.skipBlanks();
  if (cursor.peek() === hash) cursor.skipLine();
  if (!isBreakOrEnd(cursor.peek())) throw new SyntaxStop(malformed, start);
  if (isBreak(cursor.peek())) cursor.skipBreak();
  return token;
}

const directives: ReadonlyMap<string, (cursor: Cursor, start: number) => Token> = new Map([
  ["YAML", readVersion],
  ["TAG", readTag],
]);

const version = /(\d{1,2})\.(\d{1,2})(?!\d)/y;

function readVersion(cursor: Cursor, start: number): Token {
  version.lastIndex = cursor.at;
  const [found = "", major, minor] = version.exec(cursor.text) ?? [];
  if (found === "") throw new SyntaxStop(malformed, start);
  if (Number(major) !== 1 || Number(minor) !== 1) {
    throw new SyntaxStop(
      "the %YAML directive asks for another version than 1.1, which Go does not read",
      start,
    );
  }
  cursor.at += found.length;
  return { kind: "version-directive", start, end: cursor.at };
}

function readTag(cursor: Cursor, start: number): Token {
  if (cursor.peek() !== exclamation) throw new SyntaxStop(malformed, start);
  const handle = scanHandle(cursor);
  if ((handle !== "!" && !handle.endsWith("!")) || !isBlank(cursor.peek()))
    throw new SyntaxStop(malformed, start);
  cursor.skipBlanks();
  const prefix = scanUri(cursor, start);
  if (prefix === "" || !isBlankOrEnd(cursor.peek())) throw new SyntaxStop(malformed, start);
  return { kind: "tag-directive", start, end: cursor.at, handle, prefix };
}
