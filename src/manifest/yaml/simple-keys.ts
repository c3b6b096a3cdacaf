import type { Cursor } from "./cursor.ts";
import { SyntaxStop } from "./syntax-stop.ts";

/** A token that may turn out to begin a key: a colon behind it, on its line, decides. */
export interface SimpleKey {
  /** The number of the token, counted from the beginning of the document. */
  readonly token: number;
  readonly start: number;
  readonly column: number;
}

/** The last such token of a level; one object for all of them, since there is one for nearly every scalar. */
class Level implements SimpleKey {
  isPossible = false;
  /** Where the block mapping that it belongs to wants a key and nothing else. */
  isRequired = false;
  token = 0;
  start = 0;
  column = 0;
  line = 0;
}

/** No colon is looked for further behind than this many characters (YAML 1.1, section 9.2). */
const longest = 1024;

/** The last possible key of each collection in brackets that is open, and of the block around them. */
export class SimpleKeys {
  readonly #cursor: Cursor;
  readonly #outer: Level[] = [];
  #last = new Level();

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  open(): void {
    this.#outer.push(this.#last);
    this.#last = new Level();
  }

  close(): void {
    this.#last = this.#outer.pop() ?? this.#last;
  }

  /** Where the cursor is, a token begins that may become a key. */
  save(token: number, isRequired: boolean): void {
    this.remove();
    const cursor = this.#cursor;
    const last = this.#last;
    last.isPossible = true;
    last.isRequired = isRequired;
    last.token = token;
    last.start = cursor.at;
    last.column = cursor.column;
    last.line = cursor.line;
  }

  /** Forgets the last key: what stands here cannot be behind it. */
  remove(): void {
    const last = this.#last;
    if (last.isPossible && last.isRequired) throw withoutColon(last);
    last.isPossible = false;
  }

  /** The key that a colon here belongs to, which is then forgotten; it holds until the next one is saved. */
  take(): SimpleKey | undefined {
    const last = this.#last;
    if (!last.isPossible || !this.#isNear(last)) return undefined;
    last.isPossible = false;
    return last;
  }

  /** Whether a token may still become a key. */
  mayBecomeKey(token: number): boolean {
    if (this.#last.isPossible && this.#last.token === token) return this.#isNear(this.#last);
    for (const level of this.#outer) {
      if (level.isPossible && level.token === token) return this.#isNear(level);
    }
    return false;
  }

  #isNear(key: Level): boolean {
    const cursor = this.#cursor;
    if (key.line === cursor.line && !isBeyond(cursor.text, key.start, cursor.at)) return true;
    if (key.isRequired) throw withoutColon(key);
    key.isPossible = false;
    return false;
  }
}

function withoutColon(key: SimpleKey): SyntaxStop {
  return new SyntaxStop("a key has no colon on its line", key.start);
}

/** Counted in characters, of which one may be two units of UTF-16. */
function isBeyond(text: string, start: number, end: number): boolean {
  if (end - start <= longest) return false;
  if (end - start > 2 * longest) return true;
  return [...text.slice(start, end)].length > longest;
}
