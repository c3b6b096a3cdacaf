import { scanBlockScalar } from "./block-scalar-layout.ts";
import type { TextEdit } from "./edit.ts";
import {
  anchor,
  blanksOfLine,
  comment,
  documentMark,
  doubleQuotedStop,
  line,
  plainEnd,
  plainEndInFlow,
  run,
  singleQuotedStop,
  tabBehindBreak,
  tag,
} from "./layout-tokens.ts";
import { endsLine, foldEscaped, foldSeparators, isBlank, isSeparator } from "./line-separators.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** A token that may turn out to be a key: a colon behind it, on its line, decides. */
interface SimpleKey {
  readonly lineStart: number;
  readonly column: number;
}

/**
 * What has to be changed in the text of a document before a strict reader of YAML 1.2 sees in it what Go sees. Where
 * neither bracket nor quote is open the two agree on what indentation means; inside, Go does not look at it at all. So
 * lines that go on there are indented as far as the strict reader wants, a dash that Go takes for text is quoted, and
 * the line separators of YAML 1.1 become what they mean. None of it changes a value.
 *
 * It goes from token to token as go.yaml.in/yaml/v2 v2.4.3 does (`scannerc.go`), and judges nothing: broken text gets
 * edits too, and is broken still.
 *
 * @param text with line feeds for all breaks but the two separators: see {@link normaliseBreaks}.
 * @returns edits sorted by `start`; a refusal where Go objects to what only a reader of layout sees.
 */
export function scanLayout(text: string): readonly TextEdit[] | Refusal {
  const scanner = new LayoutScanner(text);
  return scanner.scan() ?? scanner.edits;
}

/** Indentation that nobody wrote may not be larger than what somebody did by more than this. */
const growth = { times: 4, atLeast: 1_000_000 } as const;

class LayoutScanner {
  readonly edits: TextEdit[] = [];
  readonly #text: string;
  #at = 0;
  #lineStart = 0;
  /** How many brackets and braces are open. */
  #flow = 0;
  /** Columns of the block collections that are open. */
  readonly #indents: number[] = [];
  #key: SimpleKey | undefined;
  #keyAllowed = true;
  /** How much may still be inserted; below 0 nothing is any more. */
  #growth: number;
  #wrongTab: number | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#growth = growth.atLeast + growth.times * text.length;
  }

  /** Why it gave up, if it did. */
  scan(): Refusal | undefined {
    for (this.#toToken(); this.#at < this.#text.length; this.#toToken()) {
      this.#token();
      if (this.#growth < 0)
        return refuse("too many lines are indented too little for where they stand", this.#at);
      if (this.#wrongTab !== undefined)
        return refuse("a tab stands where only spaces may indent", this.#wrongTab);
    }
    return undefined;
  }

  #toToken(): void {
    for (;;) {
      this.#skip(blanksOfLine);
      if (this.#character() === "#") this.#skip(comment);
      if (!endsLine(this.#character())) return;
      this.#lineBreak();
      if (this.#flow === 0) this.#keyAllowed = true;
      else this.#continueLine();
    }
  }

  #token(): void {
    const character = this.#character();
    const column = this.#column();
    const beforeBlank = isBlank(this.#text.charAt(this.#at + 1));
    if (this.#flow === 0) this.#closeBlocks(column);
    if (column === 0 && this.#endOf(documentMark) > this.#at) this.#documentMark();
    else if (column === 0 && character === "%") this.#skip(line);
    else if (character === "[" || character === "{") this.#openBracket();
    else if (character === "]" || character === "}") this.#closeBracket();
    else if (character === ",") this.#at++;
    else if (character === "&" || character === "*") this.#property(anchor);
    else if (character === "!") this.#property(tag);
    else if (character === '"') this.#quoted(doubleQuotedStop);
    else if (character === "'") this.#quoted(singleQuotedStop);
    else if (character === "-" && beforeBlank) this.#indicator(column);
    else if (character === "?" && (beforeBlank || this.#flow > 0)) this.#indicator(column);
    else if (character === ":" && (beforeBlank || this.#flow > 0)) this.#colon(column);
    else if (this.#flow === 0 && (character === "|" || character === ">")) this.#blockScalar();
    else this.#plain();
  }

  #openBracket(): void {
    this.#saveKey();
    this.#flow++;
    this.#at++;
  }

  #closeBracket(): void {
    this.#flow = Math.max(0, this.#flow - 1);
    this.#keyAllowed = false;
    this.#at++;
  }

  #documentMark(): void {
    this.#indents.length = 0;
    this.#key = undefined;
    this.#keyAllowed = false;
    this.#at += 3;
  }

  /** The dash of an item or the question mark of a key. */
  #indicator(column: number): void {
    this.#at++;
    if (this.#flow > 0) return;
    this.#openBlock(column);
    this.#keyAllowed = true;
  }

  #colon(column: number): void {
    this.#at++;
    if (this.#flow > 0) return;
    const key = this.#key?.lineStart === this.#lineStart ? this.#key : undefined;
    this.#openBlock(key?.column ?? column);
    this.#key = undefined;
    this.#keyAllowed = key === undefined;
  }

  #property(pattern: RegExp): void {
    this.#saveKey();
    this.#skip(pattern);
    this.#keyAllowed = false;
  }

  #quoted(stop: RegExp): void {
    this.#saveKey();
    const quote = this.#character();
    this.#at++;
    for (;;) {
      stop.lastIndex = this.#at;
      const found = stop.exec(this.#text);
      if (found === null) {
        this.#at = this.#text.length;
        return;
      }
      this.#at = found.index;
      if (found[0] === quote) {
        this.#at++;
        if (quote === '"' || this.#character() !== "'") break;
        this.#at++;
      } else if (found[0] === "\\") {
        this.#escape();
      } else {
        this.#fold(quote === '"');
      }
    }
    this.#keyAllowed = false;
  }

  #escape(): void {
    const start = this.#at;
    this.#at++;
    if (!endsLine(this.#character()) && !this.#text.startsWith("\r\n", this.#at)) {
      this.#at++;
      return;
    }
    const blanks = this.#text.slice(this.#at, this.#endOf(run));
    const folded = foldEscaped(blanks);
    if (folded !== "" || isSeparator(this.#character())) {
      this.#edit(start, `\\${blanks}`, folded);
      this.#pass(blanks);
    } else {
      this.#skip(blanksOfLine);
      this.#lineBreak();
      this.#continueLine();
    }
  }

  #plain(): void {
    this.#saveKey();
    const start = this.#at;
    const stop = this.#flow > 0 ? plainEndInFlow : plainEnd;
    for (;;) {
      stop.lastIndex = this.#at;
      const end = stop.exec(this.#text)?.index ?? this.#text.length;
      this.#at = Math.max(end, start + 1);
      if (!this.#goesOn(stop)) break;
      this.#fold(false);
    }
    this.#keyAllowed = false;
    if (this.#flow === 0 || this.#at !== start + 1 || this.#text.charAt(start) !== "-") return;
    this.#edit(start, "", '"');
    this.#edit(this.#at, "", '"');
  }

  /** True where a plain scalar goes on behind the blanks that stand here. */
  #goesOn(stop: RegExp): boolean {
    const end = this.#endOf(run);
    this.#checkTabs(end);
    if (end === this.#at || end === this.#text.length || this.#text.charAt(end) === "#") return false;
    stop.lastIndex = end;
    if (stop.exec(this.#text)?.index === end) return false;
    const lineStart = lastLineStart(this.#text, this.#at, end);
    if (lineStart === undefined) return true;
    documentMark.lastIndex = end;
    if (lineStart === end && documentMark.test(this.#text)) return false;
    return this.#flow > 0 || end - lineStart > this.#indent();
  }

  /** Go takes no tab for indentation behind a plain scalar, not even in brackets and on lines of nothing but blanks. */
  #checkTabs(end: number): void {
    for (const { index, 1: spaces = "" } of this.#text.slice(this.#at, end).matchAll(tabBehindBreak)) {
      if (spaces.length <= this.#indent()) this.#wrongTab ??= this.#at + index + 1 + spaces.length;
    }
  }

  /** Passes the blanks and breaks inside a scalar, which Go folds. */
  #fold(escapes: boolean): void {
    const end = this.#endOf(run);
    let start = this.#at;
    while (start > this.#lineStart && isBlank(this.#text.charAt(start - 1))) start--;
    const blanks = this.#text.slice(start, end);
    if ([...blanks].some(isSeparator)) {
      this.#edit(start, blanks, foldSeparators(blanks, escapes, this.#indent() + 1));
      this.#pass(this.#text.slice(this.#at, end));
      return;
    }
    while (this.#at < end) {
      this.#skip(blanksOfLine);
      if (!endsLine(this.#character())) return;
      this.#lineBreak();
      this.#continueLine();
    }
  }

  #blockScalar(): void {
    const { end, edits } = scanBlockScalar(this.#text, this.#at, this.#indent());
    for (const { start, removed, inserted } of edits) this.#edit(start, removed, inserted);
    this.#pass(this.#text.slice(this.#at, end));
    this.#key = undefined;
    this.#keyAllowed = true;
  }

  /** Indents the line that begins here as far as the strict reader wants, with spaces only. */
  #continueLine(): void {
    if (this.#growth < 0 || this.#endOf(documentMark) > this.#at) return;
    const end = this.#endOf(blanksOfLine);
    const blanks = this.#text.slice(this.#at, end);
    const isEmpty = end === this.#text.length || endsLine(this.#text.charAt(end));
    const wanted = isEmpty ? 0 : this.#indent() + 1;
    if (blanks.length >= wanted && !blanks.includes("\t")) return;
    this.#edit(this.#at, blanks, " ".repeat(Math.max(wanted, blanks.length)));
  }

  /** Goes behind blanks that are settled. */
  #pass(blanks: string): void {
    const end = this.#at + blanks.length;
    this.#lineStart = lastLineStart(this.#text, this.#at, end) ?? this.#lineStart;
    this.#at = end;
  }

  #lineBreak(): void {
    if (isSeparator(this.#character())) this.#edit(this.#at, this.#character(), "\n");
    this.#at++;
    this.#lineStart = this.#at;
  }

  #saveKey(): void {
    if (this.#flow > 0 || !this.#keyAllowed) return;
    this.#key = { lineStart: this.#lineStart, column: this.#column() };
  }

  #openBlock(column: number): void {
    if (column > this.#indent()) this.#indents.push(column);
  }

  #closeBlocks(column: number): void {
    while (this.#indent() > column) this.#indents.pop();
  }

  #indent(): number {
    return this.#indents.at(-1) ?? -1;
  }

  #column(): number {
    return this.#at - this.#lineStart;
  }

  #character(): string {
    return this.#text.charAt(this.#at);
  }

  #skip(pattern: RegExp): void {
    this.#at = this.#endOf(pattern);
  }

  #endOf(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text) ? pattern.lastIndex : this.#at;
  }

  #edit(start: number, removed: string, inserted: string): void {
    if (removed === inserted || this.#growth < 0) return;
    this.edits.push({ start, removed, inserted });
    this.#growth -= inserted.length;
  }
}

/** Where the last line of a stretch begins, if a line ends in it at all. */
function lastLineStart(text: string, start: number, end: number): number | undefined {
  for (let at = end; at > start; at--) if (endsLine(text.charAt(at - 1))) return at;
  return undefined;
}
