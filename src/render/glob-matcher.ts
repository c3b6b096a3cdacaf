import { appendAll } from "../append-all.ts";
import { UsageError } from "../errors.ts";

/** One place of a pattern: what may stand there, and which places may follow. */
type Step =
  | { readonly kind: "accept" }
  /** Consumes one character that `matches`. */
  | { readonly kind: "character"; readonly matches: (character: string) => boolean; readonly next: number }
  /** Consumes nothing. */
  | { readonly kind: "split"; readonly next: readonly number[] };

const maxPatternLength = 1000;

/**
 * A matcher for Argo CD's include and exclude patterns: gobwas/glob 1.0 without separators, so `*`, `**` and `?` match
 * slashes too (argo-cd 3.6 `util/glob/glob.go`). `[a-z]`, `[!abc]`, `{a,b}` and `\` as usual, nesting allowed. Runs in
 * pattern × text steps for any pattern. Throws UsageError for a pattern that gobwas refuses.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const steps = new Parser(pattern).parse();
  return (text) => matches(steps, text);
}

function matches(steps: readonly Step[], text: string): boolean {
  let here = closure(steps, [steps.length - 1]);
  for (const character of text) {
    const next: number[] = [];
    for (const at of here) {
      const step = steps[at];
      if (step?.kind === "character" && step.matches(character)) next.push(step.next);
    }
    if (next.length === 0) return false;
    here = closure(steps, next);
  }
  return here.some((at) => steps[at]?.kind === "accept");
}

/** The places that can be reached without consuming anything. */
function closure(steps: readonly Step[], from: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at];
    if (step?.kind === "split") appendAll(open, step.next);
  }
  return [...seen];
}

/** A term of a pattern: adds its steps before `next` and gives the place of its first. */
type Term = (steps: Step[], next: number) => number;

class Parser {
  readonly #pattern: string;
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#characters = Array.from(pattern);
    if (this.#characters.length > maxPatternLength) this.#refuse("it is too long");
  }

  parse(): readonly Step[] {
    const term = this.#sequence();
    const steps: Step[] = [{ kind: "accept" }];
    const start = term(steps, 0);
    steps.push({ kind: "split", next: [start] });
    return steps;
  }

  #sequence(): Term {
    const terms: Term[] = [];
    for (;;) {
      const character = this.#characters[this.#at];
      if (character === undefined) break;
      if (this.#depth > 0 && (character === "," || character === "}")) break;
      this.#at += 1;
      terms.push(this.#term(character));
    }
    return (steps, next) => terms.reduceRight((after, term) => term(steps, after), next);
  }

  #term(character: string): Term {
    if (character === "*") return star;
    if (character === "?") return one(() => true);
    if (character === "[") return this.#characterClass();
    if (character === "{") return this.#alternatives();
    if (character === "\\") return literal(this.#take("a backslash ends it"));
    return literal(character);
  }

  #alternatives(): Term {
    this.#depth += 1;
    const choices = [this.#sequence()];
    while (this.#characters[this.#at] === ",") {
      this.#at += 1;
      choices.push(this.#sequence());
    }
    if (this.#take("a { is not closed") !== "}") this.#refuse("a { is not closed");
    this.#depth -= 1;
    return (steps, next) => {
      const starts = choices.map((choice) => choice(steps, next));
      return steps.push({ kind: "split", next: starts }) - 1;
    };
  }

  /** Either one range, `[a-z]`, or a set, `[abc]`, in which a minus is itself unless it is the second character. */
  #characterClass(): Term {
    const unclosed = "a [ is not closed";
    let first = this.#take(unclosed);
    const negated = first === "!";
    if (negated) first = this.#take(unclosed);
    if (this.#characters[this.#at] === "-") return this.#range(first, negated, unclosed);
    const set = new Set<string>();
    for (let character = first; character !== "]"; character = this.#take(unclosed)) {
      set.add(character === "\\" ? this.#take(unclosed) : character);
    }
    if (set.size === 0) this.#refuse("a character class is empty");
    return one((character) => set.has(character) !== negated);
  }

  #range(low: string, negated: boolean, unclosed: string): Term {
    this.#at += 1;
    const from = low.codePointAt(0) ?? 0;
    const to = this.#take(unclosed).codePointAt(0) ?? 0;
    if (to < from) this.#refuse("a range ends before it begins");
    if (this.#take(unclosed) !== "]") this.#refuse("a character class holds more than a range");
    return one((character) => {
      const point = character.codePointAt(0) ?? 0;
      return (from <= point && point <= to) !== negated;
    });
  }

  #take(otherwise: string): string {
    const character = this.#characters[this.#at];
    if (character === undefined) return this.#refuse(otherwise);
    this.#at += 1;
    return character;
  }

  #refuse(why: string): never {
    throw new UsageError(`the pattern ${this.#pattern.slice(0, 200)} cannot be read: ${why}`, {
      hint: "patterns are written as for Argo CD's directory.include: *, ?, [abc], {a,b}",
    });
  }
}

function one(matches: (character: string) => boolean): Term {
  return (steps, next) => steps.push({ kind: "character", matches, next }) - 1;
}

function literal(wanted: string): Term {
  return one((character) => character === wanted);
}

/** Any number of any characters. */
function star(steps: Step[], next: number): number {
  const at = steps.length;
  steps.push({ kind: "split", next: [next, at + 1] });
  steps.push({ kind: "character", matches: () => true, next: at });
  return at;
}
