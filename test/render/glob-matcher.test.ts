import { expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { globMatcher } from "../../src/render/glob-matcher.ts";

// What github.com/gobwas/glob v1.0.0 answers without separators, as Argo CD 3.6 calls it.
it.each([
  ["*.yaml", "web.yaml", true],
  ["*.yaml", "deep/er/web.yaml", true],
  ["*.yaml", "web.yml", false],
  ["web", "web.yaml", false],
  ["**/web.yaml", "web.yaml", false],
  ["**/web.yaml", "apps/web.yaml", true],
  ["{web,db}.yaml", "db.yaml", true],
  ["{web,db}.yaml", "web,db.yaml", false],
  ["{a{b,c},d}*", "acx", true],
  ["{a{b,c},d}*", "ax", false],
  ["{,a}b", "b", true],
  ["{}b", "b", true],
  ["a,b", "a,b", true],
  ["a}b", "a}b", true],
  ["w?b", "w/b", true],
  ["w?b", "wéb", true],
  ["w?b", "w😀b", true],
  ["w?b", "wb", false],
  ["[a-c]x", "bx", true],
  ["[!a-c]x", "bx", false],
  ["[!a-c]x", "/x", true],
  ["[abc]", "c", true],
  ["[!!]", "!", false],
  ["[ab-]", "-", true],
  ["[a-]", "a", "refused"],
  ["[\\]]", "]", true],
  ["\\*", "*", true],
  ["\\*", "x", false],
  ["", "", true],
  ["", "x", false],
  ["[", "[", "refused"],
  ["[]", "", "refused"],
  ["[]]", "]", "refused"],
  ["[c-a]", "b", "refused"],
  ["[a-cx]", "x", "refused"],
  ["{a,b", "a", "refused"],
  ["{a,[}]", "a", "refused"],
  ["a\\", "a", "refused"],
])("%s over %s: %s", (pattern, text, expected) => {
  expect(answer(pattern, text)).toBe(expected);
});

it("takes no longer for patterns that make others backtrack", () => {
  expect(globMatcher(`${"*a".repeat(200)}b`)("a".repeat(2000))).toBe(false);
}, 20_000);

it("refuses a pattern that is longer than any written by a person", () => {
  expect(answer("{".repeat(100_000), "x")).toBe("refused");
});

function answer(pattern: string, text: string): boolean | "refused" {
  try {
    return globMatcher(pattern)(text);
  } catch (error) {
    if (error instanceof UsageError) return "refused";
    throw error;
  }
}
