/** Counts lines from a starting offset on, without looking at any text twice as long as it is asked in order. */
export class LineCounter {
  readonly #text: string;
  #offset: number;
  #line = 1;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#offset = from;
  }

  /** The 1-based line of an offset; offsets must not decrease from call to call. */
  lineAt(offset: number): number {
    for (;;) {
      const lineBreak = this.#text.indexOf("\n", this.#offset);
      if (lineBreak === -1 || lineBreak >= offset) return this.#line;
      this.#line++;
      this.#offset = lineBreak + 1;
    }
  }
}
