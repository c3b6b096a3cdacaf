import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonErrorOffset } from "../../src/render/json-error.ts";
import { runs } from "../runs.ts";

it.each([
  ['{"a": s3cr3t}', 6],
  ['{"a": 1,}', 8],
  ["[1 2]", 3],
  ["[01]", 1],
  ["{a: 1}", 1],
  ['{"a" 1}', 5],
  ['["a\nb"]', 3],
  ['["\\x"]', 2],
  ["[}", 1],
  ["{}{}", 2],
  ["nul", 0],
  ['["open', 6],
  ["[1,", 3],
  ["", 0],
])("%s breaks at %i", (text, offset) => {
  expect(jsonErrorOffset(text)).toBe(offset);
});

const almostJson = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', ":", "x", "1", "\\", "\n", "{"))
  .map(([json, place, wrong]) => {
    const at = place % (json.length + 1);
    return json.slice(0, at) + wrong + json.slice(at + 1);
  });

it("finds nothing wrong with JSON", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(jsonErrorOffset(text)).toBe(text.length);
    }),
    runs(100),
  );
});

it("agrees with JSON.parse where that tells the place", () => {
  fc.assert(
    fc.property(almostJson, (text) => {
      const told = parsePosition(text);
      fc.pre(told !== undefined);
      const offset = jsonErrorOffset(text);
      // A broken number, word or escape is named by its beginning here, by the first wrong character there.
      expect(text.slice(Math.min(offset, told ?? 0), told)).toMatch(/^[\w.+\\-]*$/);
      expect(offset).toBeLessThanOrEqual(told ?? 0);
    }),
    runs(500),
  );
});

function parsePosition(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = / at position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
    return position === undefined ? undefined : Number(position);
  }
}
