import { carriageReturn, dash, dot, isBlank, isBlankOrEnd, isSeparator, lineFeed } from "./characters.ts";

const restOfLine = /[^\n\r\u0085\u2028\u2029]*/y;

/** Where a scanner is in a text, and on which line. */
export class Cursor {
  readonly text: string;
  at = 0;
  line = 0;
  /** Where the current line begins. */
  lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  get column(): number {
    return this.at - this.lineStart;
  }

  /** The code of the character that is `ahead` of the next one; NaN behind the end. */
  peek(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /**
   * Goes behind the line break that stands here. Returns what a scalar makes of it. Of two carriage returns before a line
   * feed the decoder of streams takes one away before YAML is read (apimachinery v0.37 `LineReader`), so that the three are
   * one break.
   */
  skipBreak(): string {
    const code = this.peek();
    const kept = isSeparator(code) ? this.text.charAt(this.at) : "\n";
    this.at++;
    if (code === carriageReturn) {
      if (this.peek() === lineFeed) this.at++;
      else if (this.peek() === carriageReturn && this.peek(1) === lineFeed) this.at += 2;
    }
    this.line++;
    this.lineStart = this.at;
    return kept;
  }

  skipBlanks(): void {
    while (isBlank(this.peek())) this.at++;
  }

  /** To the end of the line, without its break. */
  skipLine(): void {
    restOfLine.lastIndex = this.at;
    restOfLine.test(this.text);
    this.at = restOfLine.lastIndex;
  }

  /** True where a line begins with `---` or `...` and nothing else of a word. */
  atDocumentMark(): boolean {
    if (this.at !== this.lineStart) return false;
    const code = this.peek();
    if (code !== dash && code !== dot) return false;
    return this.peek(1) === code && this.peek(2) === code && isBlankOrEnd(this.peek(3));
  }
}
