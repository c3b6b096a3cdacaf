import { maxNesting } from "../limits.ts";
import {
  ampersand,
  asterisk,
  at,
  backquote,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dash,
  doubleQuote,
  exclamation,
  greaterThan,
  hash,
  isBlankOrEnd,
  isBreak,
  openBrace,
  openBracket,
  percent,
  pipe,
  question,
  singleQuote,
  space,
  tab,
} from "./characters.ts";
import { Cursor } from "./cursor.ts";
import { scanAnchor } from "./scan-anchor.ts";
import { scanBlockScalar } from "./scan-block-scalar.ts";
import { scanDirective } from "./scan-directive.ts";
import { scanPlain } from "./scan-plain.ts";
import { scanQuoted } from "./scan-quoted.ts";
import { scanTag } from "./scan-tag.ts";
import { SimpleKeys } from "./simple-keys.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { MarkKind, Token } from "./token.ts";

/** Tokens that were handed out are dropped from the queue in bunches of this many. */
const queueSlack = 256;

/**
 * The tokens of one document as Go sees them: the rules of go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`. It scans only as far
 * as it must to know the next token: that is behind a possible key, which its colon makes one in hindsight.
 */
export class Scanner {
  readonly #cursor: Cursor;
  readonly #keys: SimpleKeys;
  /** Tokens from number `#first` on; those before `#head` were handed out. */
  readonly #queue: Token[] = [];
  #first = 0;
  #head = 0;
  /** How many brackets and braces are open. */
  #flow = 0;
  /** Columns of the open block collections; `#indent` is that of the innermost, -1 where none is open. */
  readonly #indents: number[] = [];
  #indent = -1;
  #keyAllowed = true;
  #isPeeked = false;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
    this.#keys = new SimpleKeys(this.#cursor);
  }

  /** The next token, which stays the next one; behind the last it is `stream-end`. */
  peek(): Token {
    if (!this.#isPeeked) {
      while (this.#head === this.#queue.length || this.#keys.mayBecomeKey(this.#first + this.#head)) {
        this.#scanToken();
      }
      this.#isPeeked = true;
    }
    return this.#queue[this.#head] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.#isPeeked = false;
    this.#head++;
    if (this.#head === queueSlack) {
      this.#queue.splice(0, queueSlack);
      this.#first += queueSlack;
      this.#head = 0;
    }
    return token;
  }

  #scanToken(): void {
    this.#toToken();
    const cursor = this.#cursor;
    this.#closeBlocks(cursor.column);
    const code = cursor.peek();
    if (Number.isNaN(code)) this.#endStream();
    else if (cursor.column === 0 && code === percent) this.#directive();
    else if (cursor.atDocumentMark()) this.#documentMark(code === dash ? "document-start" : "document-end");
    else if (!this.#scanIndicator(code)) this.#plain();
  }

  /** False where a plain scalar begins. */
  #scanIndicator(code: number): boolean {
    const cursor = this.#cursor;
    switch (code) {
      case openBracket:
        this.#openBracket("flow-sequence-start");
        return true;
      case openBrace:
        this.#openBracket("flow-mapping-start");
        return true;
      case closeBracket:
        this.#closeBracket("flow-sequence-end");
        return true;
      case closeBrace:
        this.#closeBracket("flow-mapping-end");
        return true;
      case comma:
        this.#comma();
        return true;
      case dash:
        if (!isBlankOrEnd(cursor.peek(1))) return false;
        this.#item();
        return true;
      case question:
        if (!this.#isIndicator()) return false;
        this.#explicitKey();
        return true;
      case colon:
        if (!this.#isIndicator()) return false;
        this.#value();
        return true;
      case asterisk:
      case ampersand:
        this.#leaf(scanAnchor);
        return true;
      case exclamation:
        this.#leaf(scanTag);
        return true;
      case singleQuote:
      case doubleQuote:
        this.#leaf(scanQuoted);
        return true;
      case pipe:
      case greaterThan:
        this.#blockScalar();
        return true;
      case percent:
      case at:
      case backquote:
        throw new SyntaxStop("a value begins with a character that is reserved: put it in quotes", cursor.at);
      case tab:
        throw new SyntaxStop("a tab stands where only spaces may indent", cursor.at);
      default:
        return false;
    }
  }

  /** Goes behind blanks, comments and breaks. Tabs are no blanks where a key of a block may begin. */
  #toToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      const tabs = this.#flow > 0 || !this.#keyAllowed;
      for (let code = cursor.peek(); code === space || (tabs && code === tab); code = cursor.peek())
        cursor.at++;
      if (cursor.peek() === hash) cursor.skipLine();
      if (!isBreak(cursor.peek())) return;
      cursor.skipBreak();
      if (this.#flow === 0) this.#keyAllowed = true;
    }
  }

  /** In brackets `?` and `:` are never text at the beginning of a token. */
  #isIndicator(): boolean {
    return this.#flow > 0 || isBlankOrEnd(this.#cursor.peek(1));
  }

  #endStream(): void {
    this.#endBlocks();
    this.#push("stream-end", 0);
  }

  #directive(): void {
    this.#endBlocks();
    this.#queue.push(scanDirective(this.#cursor));
  }

  #documentMark(kind: MarkKind): void {
    this.#endBlocks();
    this.#push(kind, 3);
  }

  #endBlocks(): void {
    this.#closeBlocks(-1);
    this.#keys.remove();
    this.#keyAllowed = false;
  }

  #openBracket(kind: MarkKind): void {
    this.#saveKey();
    if (++this.#flow > maxNesting) throw new SyntaxStop("the nesting is too deep", this.#cursor.at, true);
    this.#keys.open();
    this.#keyAllowed = true;
    this.#push(kind, 1);
  }

  #closeBracket(kind: MarkKind): void {
    this.#keys.remove();
    this.#keys.close();
    this.#flow = Math.max(0, this.#flow - 1);
    this.#keyAllowed = false;
    this.#push(kind, 1);
  }

  #comma(): void {
    this.#keys.remove();
    this.#keyAllowed = true;
    this.#push("flow-entry", 1);
  }

  #item(): void {
    if (this.#flow === 0) {
      if (!this.#keyAllowed) {
        throw new SyntaxStop("an item of a list begins on the line of something else", this.#cursor.at);
      }
      this.#openBlock("block-sequence-start", this.#cursor.column, this.#cursor.at);
    }
    this.#keys.remove();
    this.#keyAllowed = true;
    this.#push("block-entry", 1);
  }

  #explicitKey(): void {
    if (this.#flow === 0) {
      if (!this.#keyAllowed) {
        throw new SyntaxStop("a key behind ? begins on the line of something else", this.#cursor.at);
      }
      this.#openBlock("block-mapping-start", this.#cursor.column, this.#cursor.at);
    }
    this.#keys.remove();
    this.#keyAllowed = this.#flow === 0;
    this.#push("key", 1);
  }

  #value(): void {
    const key = this.#keys.take();
    if (key !== undefined) {
      const before = key.token - this.#first;
      this.#insert(before, { kind: "key", start: key.start, end: key.start });
      this.#openBlock("block-mapping-start", key.column, key.start, before);
      this.#keyAllowed = false;
    } else {
      if (this.#flow === 0) {
        if (!this.#keyAllowed) {
          throw new SyntaxStop(
            "a key stands where none can be: its colon is on the line of another key, or the line before it is indented less",
            this.#cursor.at,
          );
        }
        this.#openBlock("block-mapping-start", this.#cursor.column, this.#cursor.at);
      }
      this.#keyAllowed = this.#flow === 0;
    }
    this.#push("value", 1);
  }

  /** What may be a key, and is followed by none. */
  #leaf(scan: (cursor: Cursor) => Token): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scan(this.#cursor));
  }

  #blockScalar(): void {
    if (this.#flow > 0) {
      throw new SyntaxStop("a block of text begins inside of brackets or braces", this.#cursor.at);
    }
    this.#keys.remove();
    this.#keyAllowed = true;
    this.#queue.push(scanBlockScalar(this.#cursor, this.#indent));
  }

  #plain(): void {
    const cursor = this.#cursor;
    this.#saveKey();
    this.#keyAllowed = false;
    const token = scanPlain(cursor, this.#indent + 1, this.#flow > 0);
    this.#queue.push(token);
    // A key may begin where the cursor is, if the line on which the scalar ends is behind.
    if (cursor.lineStart > token.end) this.#keyAllowed = true;
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const isRequired = this.#flow === 0 && this.#indent === this.#cursor.column;
    this.#keys.save(this.#first + this.#queue.length, isRequired);
  }

  /** @param index where in the queue the beginning of the block belongs; at the end where undefined. */
  #openBlock(kind: MarkKind, column: number, start: number, index = this.#queue.length): void {
    if (this.#flow > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.#insert(index, { kind, start, end: start });
  }

  /** Close to the end, as a key is close to its colon. */
  #insert(index: number, token: Token): void {
    const queue = this.#queue;
    queue.push(token);
    for (let at = queue.length - 1; at > index; at--) queue[at] = queue[at - 1] as Token;
    queue[index] = token;
  }

  #closeBlocks(column: number): void {
    if (this.#flow > 0) return;
    while (this.#indent > column) {
      this.#push("block-end", 0);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #push(kind: MarkKind, length: number): void {
    const start = this.#cursor.at;
    this.#cursor.at += length;
    this.#queue.push({ kind, start, end: this.#cursor.at });
  }
}
