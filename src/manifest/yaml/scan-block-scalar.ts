import {
  dash,
  hash,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDigit,
  pipe,
  plus,
  space,
  tab,
  zero,
} from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { ScalarToken } from "./token.ts";

/** What becomes of the breaks at the end: the first is kept, none is, or all are. */
type Chomping = "clip" | "strip" | "keep";

interface Head {
  readonly chomping: Chomping;
  /** The indentation of the text beyond that of its parent; 0 where its first line decides. */
  readonly step: number;
}

/**
 * Scans a literal or folded block (go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`, `yaml_parser_scan_block_scalar`).
 *
 * @param parent the column of the collection around it, -1 where there is none.
 */
export function scanBlockScalar(cursor: Cursor, parent: number): ScalarToken {
  const start = cursor.at;
  const isLiteral = cursor.peek() === pipe;
  cursor.at++;
  const { chomping, step } = scanHead(cursor);
  const lines = new Lines(cursor, step === 0 ? undefined : Math.max(parent, 0) + step, parent);
  let trailing = lines.skipEmpty();
  let text = "";
  let lineBreak = "";
  let wasBlank = false;
  while (cursor.column === lines.indent && !Number.isNaN(cursor.peek())) {
    const isIndented = isBlank(cursor.peek());
    const folds = !isLiteral && !wasBlank && !isIndented && lineBreak === "\n";
    if (!folds) text += lineBreak;
    else if (trailing === "") text += " ";
    wasBlank = isIndented;
    const from = cursor.at;
    cursor.skipLine();
    text += trailing + cursor.text.slice(from, cursor.at);
    lineBreak = isBreak(cursor.peek()) ? cursor.skipBreak() : "";
    trailing = lines.skipEmpty();
  }
  if (chomping !== "strip") text += lineBreak;
  if (chomping === "keep") text += trailing;
  return { kind: "scalar", start, end: lines.end, text, style: isLiteral ? "literal" : "folded" };
}

function scanHead(cursor: Cursor): Head {
  let chomping: Chomping = "clip";
  let step = 0;
  // In either order, each at most once.
  const chompsFirst = isChomping(cursor.peek());
  if (chompsFirst) chomping = scanChomping(cursor);
  if (isDigit(cursor.peek())) step = scanStep(cursor);
  if (!chompsFirst && step > 0 && isChomping(cursor.peek())) chomping = scanChomping(cursor);
  cursor.skipBlanks();
  if (cursor.peek() === hash) cursor.skipLine();
  if (!isBreakOrEnd(cursor.peek())) {
    throw new SyntaxStop("the head of a block of text holds more than an indentation, + or -", cursor.at);
  }
  if (isBreak(cursor.peek())) cursor.skipBreak();
  return { chomping, step };
}

function isChomping(code: number): boolean {
  return code === plus || code === dash;
}

function scanChomping(cursor: Cursor): Chomping {
  const chomping = cursor.peek() === plus ? "keep" : "strip";
  cursor.at++;
  return chomping;
}

function scanStep(cursor: Cursor): number {
  const step = cursor.peek() - zero;
  if (step === 0) {
    throw new SyntaxStop("the indentation that a block of text asks for is no digit from 1 to 9", cursor.at);
  }
  cursor.at++;
  return step;
}

/** Finds out how far the text is indented, at the first call, and goes behind lines that hold nothing else. */
class Lines {
  /** The column that lines of the text begin at; undefined until the first line is seen. */
  indent: number | undefined;
  /** Where the last line that belongs to the scalar ends. */
  end = 0;
  readonly #cursor: Cursor;
  readonly #parent: number;

  constructor(cursor: Cursor, indent: number | undefined, parent: number) {
    this.#cursor = cursor;
    this.indent = indent;
    this.#parent = parent;
  }

  /** Returns the breaks of the lines that it passed, and leaves the cursor behind the indentation of the next one. */
  skipEmpty(): string {
    const cursor = this.#cursor;
    let breaks = "";
    let widest = 0;
    for (this.end = cursor.at; ; this.end = cursor.at) {
      while (this.#isIndentation() && cursor.peek() === space) cursor.at++;
      widest = Math.max(widest, cursor.column);
      if (this.#isIndentation() && cursor.peek() === tab) {
        throw new SyntaxStop("a tab stands where only spaces may indent", cursor.at);
      }
      if (!isBreak(cursor.peek())) break;
      breaks += cursor.skipBreak();
    }
    this.indent ??= Math.max(widest, this.#parent + 1, 1);
    return breaks;
  }

  #isIndentation(): boolean {
    return this.indent === undefined || this.#cursor.column < this.indent;
  }
}
