import { RE2JS } from "@bufbuild/re2";
import type { Unknowns } from "./unknown-value.ts";

/** The most work of all matches of one evaluation: characters times the size of the expression. */
const maxMatchWork = 5_000_000;

/**
 * `matches` by RE2, which is what cel-go has. The library's own is a backtracking JavaScript expression, which runs for
 * hours on the wrong input and reads some patterns in another way. Throws where the pattern is none.
 */
export function linearMatcher(): (text: string, pattern: string, unknowns: Unknowns) => boolean {
  const work = new WeakMap<Unknowns, number>();
  return (text, pattern, unknowns) => {
    const total = (work.get(unknowns) ?? 0) + (text.length + 1) * patternSize(pattern);
    if (total > maxMatchWork) unknowns.raise("a regular expression that takes too long");
    work.set(unknowns, total);
    return new RE2JS(pattern).test(text);
  };
}

/** An upper bound for the states of an expression: counted repetitions multiply what they repeat. */
function patternSize(pattern: string): number {
  let size = pattern.length + 1;
  for (const [, least = "", most = ""] of pattern.matchAll(/\{(\d+),?(\d*)\}/g)) {
    size *= Math.max(1, Number(least), Number(most));
  }
  return size;
}
