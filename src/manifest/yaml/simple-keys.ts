import type { Cursor } from "./cursor.ts";
import { SyntaxStop } from "./syntax-stop.ts";

/** A token that may turn out to begin a key: a colon behind it, on its line, decides. */
export interface SimpleKey {
  /** Where the block mapping that it belongs to wants a key and nothing else. */
  readonly isRequired: boolean;
  /** The number of the token, counted from the beginning of the document. */
  readonly token: number;
  readonly start: number;
  readonly column: number;
  readonly line: number;
}

/** No colon is looked for further behind than this many characters (YAML 1.1, section 9.2). */
const longest = 1024;

/** The last possible key of each collection in brackets that is open, and of the block around them. */
export class SimpleKeys {
  readonly #cursor: Cursor;
  readonly #levels: (SimpleKey | undefined)[] = [undefined];

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  open(): void {
    this.#levels.push(undefined);
  }

  close(): void {
    if (this.#levels.length > 1) this.#levels.pop();
  }

  save(key: SimpleKey): void {
    this.remove();
    this.#levels[this.#levels.length - 1] = key;
  }

  /** Forgets the last key: what stands here cannot be behind it. */
  remove(): void {
    if (this.#levels[this.#levels.length - 1]?.isRequired === true) this.#refuseLast();
    this.#levels[this.#levels.length - 1] = undefined;
  }

  /** The key that a colon here would belong to, which is then forgotten. */
  take(): SimpleKey | undefined {
    const level = this.#levels.length - 1;
    const key = this.#levels[level];
    const isNear = key !== undefined && this.#isNear(key, level);
    this.#levels[level] = undefined;
    return isNear ? key : undefined;
  }

  /** Whether a token may still become a key. */
  mayBecomeKey(token: number): boolean {
    for (let level = this.#levels.length - 1; level >= 0; level--) {
      const key = this.#levels[level];
      if (key?.token === token) return this.#isNear(key, level);
    }
    return false;
  }

  #isNear(key: SimpleKey, level: number): boolean {
    const cursor = this.#cursor;
    if (key.line === cursor.line && !isBeyond(cursor.text, key.start, cursor.at)) return true;
    if (key.isRequired) throw withoutColon(key);
    this.#levels[level] = undefined;
    return false;
  }

  #refuseLast(): never {
    const key = this.#levels[this.#levels.length - 1];
    throw withoutColon(key as SimpleKey);
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
