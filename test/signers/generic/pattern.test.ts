import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../src/signers/generic/pattern.ts";
import { runs } from "../../runs.ts";

/** Word for word: a star takes nothing, or one character and again. */
function naiveGlob(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*")) {
    return naiveGlob(pattern.slice(1), text) || (text !== "" && naiveGlob(pattern, text.slice(1)));
  }
  if (text === "") return false;
  return (pattern[0] === "?" || pattern[0] === text[0]) && naiveGlob(pattern.slice(1), text.slice(1));
}

const fewLetters = (letters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), maxLength });

describe("a glob", () => {
  it("matches what a word for word reading matches", () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(fewLetters("ab*?", 8), fewLetters("ab", 8), (pattern, text) => {
        const matches = compilePattern(pattern, "glob").matches(text);
        expect(matches).toBe(naiveGlob(pattern, text));
        seen.add(matches);
      }),
      runs(5000),
    );
    expect(seen).toEqual(new Set([true, false]));
  });

  it("of any size and shape is matched, long before the test would be given up", () => {
    const text = "a".repeat(253);
    const patterns = [
      "*a".repeat(200_000),
      `${"*".repeat(500_000)}b`,
      `${"*a".repeat(120)}*b`,
      "?".repeat(1_000_000),
    ];
    for (const pattern of patterns) {
      const { matches } = compilePattern(pattern, "glob");
      for (let repeat = 0; repeat < 100; repeat++) expect(matches(text)).toBe(false);
    }
  });

  it("takes a character beyond the basic plane as one", () => {
    expect(compilePattern("?", "glob").matches("😀")).toBe(true);
  });
});

describe("what a pattern demands", () => {
  it.each([
    ["web", "glob", "web", 3],
    ["w*", "glob", undefined, 1],
    ["w?b", "glob", undefined, 2],
    ["*", "glob", undefined, 0],
    ["web*", "prefix", undefined, 3],
    ["w*b", "prefix", "w*b", 3],
    ["web?", "prefix", "web?", 4],
    ["*", "exact", "*", 1],
  ] as const)("%s as %s: spelled out is %s, %i characters", (source, syntax, literal, demands) => {
    expect(compilePattern(source, syntax)).toMatchObject({ literal, demands });
  });
});
