import fc from "fast-check";
import { expect, it } from "vitest";
import type { Look } from "../../src/reporter/look-at-file.ts";
import { afterLook, isNews, nothingSeen, type Sighting } from "../../src/reporter/sighting.ts";
import { runs } from "../runs.ts";

const look: fc.Arbitrary<Look> = fc.oneof(
  fc.record({
    digest: fc.constantFrom("aa", "bb"),
    sizeBytes: fc.constant(2),
    identity: fc.constantFrom("1", "2"),
  }),
  fc.record({ problem: fc.constantFrom("is not there", "is no file"), isPassing: fc.boolean() }),
);

function run(looks: readonly Look[]): readonly Sighting[] {
  const sightings: Sighting[] = [];
  let sighting = nothingSeen;
  for (const [at, one] of looks.entries()) {
    sighting = afterLook(sighting, one, { wallMs: 1_000_000 + at, steadyMs: at });
    sightings.push(sighting);
  }
  return sightings;
}

function isSame(a: Look | undefined, b: Look | undefined): boolean {
  if (a === undefined || b === undefined || "problem" in a || "problem" in b) return false;
  return a.digest === b.digest && a.identity === b.identity;
}

it("a file has been seen since the first of the looks that all found this very file", () => {
  fc.assert(
    fc.property(fc.array(look, { minLength: 1, maxLength: 12 }), (looks) => {
      const last = looks.at(-1);
      const { problem, seen } = run(looks).at(-1) ?? nothingSeen;
      if (last === undefined || "problem" in last) {
        expect({ problem, seen }).toEqual({ problem: last?.problem, seen: undefined });
        return;
      }
      let first = looks.length - 1;
      while (isSame(looks[first - 1], last)) first -= 1;
      expect(problem).toBeUndefined();
      expect(seen).toEqual({ ...last, since: { wallMs: 1_000_000 + first, steadyMs: first } });
    }),
    runs(100),
  );
});

it("people are told once of each change, and never of what stays", () => {
  fc.assert(
    fc.property(fc.array(look, { minLength: 2, maxLength: 12 }), (looks) => {
      const [before = nothingSeen, after = nothingSeen] = run(looks).slice(-2);
      const told = (sighting: Sighting) => [sighting.seen?.since.steadyMs, sighting.problem];
      expect(isNews(before, after)).toBe(JSON.stringify(told(before)) !== JSON.stringify(told(after)));
    }),
    runs(100),
  );
});
