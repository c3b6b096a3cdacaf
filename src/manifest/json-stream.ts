/** A stretch of text, in UTF-16 offsets: [start, end). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What Go's `encoding/json` makes of the beginning of a stream. */
export interface JsonPrefix {
  /** The values that it reads one after another, with any blanks or none between them. */
  readonly values: readonly Range[];
  /** Where it stopped because what follows is no JSON; undefined where it read all. */
  readonly brokenAt: number | undefined;
}

/** Reads JSON values one after another until one is broken (Go's `json.Decoder`, which needs no separators). */
export function readJsonValues(text: string): JsonPrefix {
  const values: Range[] = [];
  let at = 0;
  for (;;) {
    const start = skipBlanks(text, at);
    if (start === text.length) return { values, brokenAt: undefined };
    const end = valueEnd(text, start);
    if (end === undefined || !isJson(text.slice(start, end))) return { values, brokenAt: start };
    values.push({ start, end });
    at = end;
  }
}

/** Where the values of the list `items` begin in an object that is written as JSON; none where it is not. */
export function readItems(text: string): readonly number[] {
  let items: readonly number[] = [];
  let at = skipBlanks(text, 0);
  while (text.charAt(at) === "{" || text.charAt(at) === ",") {
    const key = skipBlanks(text, at + 1);
    const keyEnd = text.charAt(key) === '"' ? stringEnd(text, key + 1) : undefined;
    if (keyEnd === undefined) return items;
    const value = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const end = valueEnd(text, value);
    if (end === undefined) return items;
    if (text.slice(key, keyEnd) === '"items"') items = valueStarts(text, value);
    at = skipBlanks(text, end);
  }
  return items;
}

function valueStarts(text: string, list: number): readonly number[] {
  const starts: number[] = [];
  let before = text.charAt(list) === "[" ? list : undefined;
  while (before !== undefined) {
    const start = skipBlanks(text, before + 1);
    const end = valueEnd(text, start);
    if (end === undefined) return starts;
    starts.push(start);
    const next = skipBlanks(text, end);
    before = text.charAt(next) === "," ? next : undefined;
  }
  return starts;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

const structural = /["[\]{}]/g;
const endOfText = /["\\]/g;
const word = /[^\s[\]{},:"]+/y;

/** The end of the value at `start` if its brackets and quotes match; whether it is JSON is another question. */
function valueEnd(text: string, start: number): number | undefined {
  const first = text.charAt(start);
  if (first !== "{" && first !== "[" && first !== '"') {
    word.lastIndex = start;
    return word.test(text) ? word.lastIndex : undefined;
  }
  let depth = 0;
  let at: number | undefined = start;
  while (at !== undefined) {
    structural.lastIndex = at;
    const found: string | undefined = structural.exec(text)?.[0];
    if (found === undefined) return undefined;
    at = found === '"' ? stringEnd(text, structural.lastIndex) : structural.lastIndex;
    if (found === "{" || found === "[") depth++;
    else if (found !== '"') depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The offset behind the quote that ends a string whose text begins at `start`. */
function stringEnd(text: string, start: number): number | undefined {
  endOfText.lastIndex = start;
  for (let found = endOfText.exec(text); found !== null; found = endOfText.exec(text)) {
    if (found[0] === '"') return endOfText.lastIndex;
    endOfText.lastIndex++;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
