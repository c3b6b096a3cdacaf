import type { GenericField } from "../../config/generic-grants.ts";

export type PatternSyntax = GenericField["match"];

/** One text of a policy that a part of a requester is compared with. */
export interface Pattern {
  /** The only text that it matches; undefined where it leaves something open. */
  readonly literal: string | undefined;
  /** How many characters it demands: of two patterns that match, the one that demands more says more. */
  readonly demands: number;
  matches(text: string): boolean;
}

/** What a text of a policy means in each syntax; without its wild characters it means itself. */
export function compilePattern(source: string, syntax: PatternSyntax): Pattern {
  if (syntax === "exact" || !isWild(source, syntax)) return literalPattern(source);
  if (syntax === "glob") return globPattern(source);
  const start = source.slice(0, -1);
  return { literal: undefined, demands: start.length, matches: (text) => text.startsWith(start) };
}

function isWild(source: string, syntax: PatternSyntax): boolean {
  return syntax === "prefix" ? source.endsWith("*") : /[*?]/.test(source);
}

function literalPattern(source: string): Pattern {
  return { literal: source, demands: source.length, matches: (text) => text === source };
}

/**
 * `*` for any run of characters and `?` for one. Goes back to the last `*` only, never further: at most pattern × text
 * steps, for any pattern. One that demands more characters than the text has is not tried at all, so that a huge pattern
 * costs no more than a short one.
 */
function globPattern(source: string): Pattern {
  const pattern = Array.from(source.replaceAll(/\*+/g, "*"));
  const least = pattern.filter((character) => character !== "*").length;
  const demands = pattern.filter((character) => character !== "*" && character !== "?").length;
  return {
    literal: undefined,
    demands,
    matches(text) {
      const characters = Array.from(text);
      return least <= characters.length && globMatches(pattern, characters);
    },
  };
}

function globMatches(pattern: readonly string[], text: readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let here = 0; here < text.length; ) {
    const wanted = pattern[at];
    if (wanted === "*") {
      star = at++;
      resume = here;
    } else if (wanted === "?" || (wanted !== undefined && wanted === text[here])) {
      at++;
      here++;
    } else if (star >= 0) {
      at = star + 1;
      here = ++resume;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((character) => character === "*");
}
