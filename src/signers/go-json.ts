import type { JsonValue } from "../manifest/manifest.ts";

/** A JSON value that knows where it stands. Offsets are UTF-16 units of the text it was read from. */
export type JsonNode =
  | { readonly kind: "object"; readonly offset: number; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly offset: number; readonly value: string }
  | { readonly kind: "number"; readonly offset: number; readonly value: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly value: boolean }
  | { readonly kind: "null"; readonly offset: number };

/** Duplicate names are members of their own, in the order of the text. */
export interface JsonMember {
  readonly name: string;
  readonly offset: number;
  readonly value: JsonNode;
}

/** Why a text is refused, and the offset at which it begins to be wrong. */
export class JsonRefusal extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

/**
 * Far above what any signer's policy needs and far below what would exhaust the stack. Go reads 10,000 levels, but no
 * field of a policy takes a value this deep, so that Go refuses the text too.
 */
const maxDepth = 64;

const literals: readonly { readonly word: string; readonly make: (offset: number) => JsonNode }[] = [
  { word: "true", make: (offset) => ({ kind: "boolean", offset, value: true }) },
  { word: "false", make: (offset) => ({ kind: "boolean", offset, value: false }) },
  { word: "null", make: (offset) => ({ kind: "null", offset }) },
];

/**
 * Reads one JSON value from the start of a text as Go's `encoding/json` does (1.26, `scanner.go`, `decode.go`): RFC 8259
 * without comments, trailing commas, NaN or a byte order mark; lone surrogates become U+FFFD. What follows the value is
 * left to the caller: `end` is the offset behind it. Throws a {@link JsonRefusal}.
 */
export function readJson(text: string): { readonly node: JsonNode; readonly end: number } {
  let at = 0;
  const node = readValue(0);
  return { node, end: at };

  function readValue(depth: number): JsonNode {
    skipSpace();
    if (depth > maxDepth) throw new JsonRefusal(at, `values are nested more than ${maxDepth} levels deep`);
    const first = text[at];
    if (first === "{") return readObject(depth);
    if (first === "[") return readArray(depth);
    if (first === '"') return { kind: "string", offset: at, value: readString() };
    if (first !== undefined && /[-0-9]/.test(first)) return readNumber();
    return readLiteral();
  }

  function readObject(depth: number): JsonNode {
    const offset = at++;
    const members: JsonMember[] = [];
    skipSpace();
    if (text[at] === "}") return closeWith({ kind: "object", offset, members });
    for (;;) {
      skipSpace();
      if (text[at] !== '"') throw unexpected("a field name in double quotes");
      const nameOffset = at;
      const name = readString();
      skipSpace();
      if (text[at] !== ":") throw unexpected(`":" after the field name`);
      at++;
      members.push({ name, offset: nameOffset, value: readValue(depth + 1) });
      skipSpace();
      if (text[at] === "}") return closeWith({ kind: "object", offset, members });
      if (text[at] !== ",") throw unexpected(`"," or "}" after a field`);
      at++;
    }
  }

  function readArray(depth: number): JsonNode {
    const offset = at++;
    const items: JsonNode[] = [];
    skipSpace();
    if (text[at] === "]") return closeWith({ kind: "array", offset, items });
    for (;;) {
      items.push(readValue(depth + 1));
      skipSpace();
      if (text[at] === "]") return closeWith({ kind: "array", offset, items });
      if (text[at] !== ",") throw unexpected(`"," or "]" after a list item`);
      at++;
    }
  }

  function closeWith(node: JsonNode): JsonNode {
    at++;
    return node;
  }

  function readString(): string {
    const start = at;
    // Jumps from one special character to the next: a pattern over the whole string could exhaust the matcher.
    const special = /["\\\p{Cc}]/gu;
    special.lastIndex = start + 1;
    for (let found = special.exec(text); found !== null; found = special.exec(text)) {
      at = found.index;
      if (found[0] === '"') {
        at++;
        return (JSON.parse(text.slice(start, at)) as string).replace(/\p{Cs}/gu, "\ufffd");
      }
      if (found[0] === "\\") {
        const sequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
        sequence.lastIndex = at;
        if (!sequence.test(text))
          throw new JsonRefusal(at, "a string holds an escape that JSON does not have");
        special.lastIndex = sequence.lastIndex;
      } else if (found[0] < " ") {
        throw new JsonRefusal(at, "a string holds a raw control character or line break");
      }
    }
    throw new JsonRefusal(start, "a string is not closed");
  }

  function readNumber(): JsonNode {
    const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
    number.lastIndex = at;
    const found = number.exec(text);
    if (found === null) throw unexpected("a number");
    const offset = at;
    at = number.lastIndex;
    return { kind: "number", offset, value: Number(found[0]) };
  }

  function readLiteral(): JsonNode {
    for (const { word, make } of literals) {
      if (!text.startsWith(word, at)) continue;
      const offset = at;
      at += word.length;
      return make(offset);
    }
    throw unexpected("a value");
  }

  function skipSpace(): void {
    at = afterSpace(text, at);
  }

  function unexpected(wanted: string): JsonRefusal {
    if (at >= text.length) return new JsonRefusal(at, `the text ends where ${wanted} is expected`);
    const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return new JsonRefusal(at, `${JSON.stringify(found)} stands where ${wanted} is expected`);
  }
}

/** The offset of the next character that is not JSON's white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

/** The value without its places; of a name that stands twice in an object the last one counts. */
export function plainValue(node: JsonNode): JsonValue {
  if (node.kind === "null") return null;
  if (node.kind === "array") return node.items.map(plainValue);
  if (node.kind !== "object") return node.value;
  const object: Record<string, JsonValue> = Object.create(null);
  for (const { name, value } of node.members) object[name] = plainValue(value);
  return object;
}
