import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dependencies, settle } from "../../src/lockout/fixpoint.ts";
import { runs } from "../runs.ts";

const size = 8;
const requirement = fc.array(fc.nat(size - 1), { maxLength: 3 });
const lists = fc.array(fc.array(requirement, { maxLength: 3 }), { minLength: size, maxLength: size });
const dependencies: fc.Arbitrary<Dependencies> = fc.record({ requires: lists, keeps: lists });
const parts = fc.uniqueArray(fc.nat(size - 1));

/** As the words say it, without any cleverness: look at everything until nothing changes. */
function naive({ keeps, requires }: Dependencies, up: readonly number[]) {
  const holds = (all: readonly (readonly number[])[] | undefined, alive: ReadonlySet<number>) =>
    (all ?? []).every((any) => any.some((part) => alive.has(part)));
  let staying = new Set(up);
  for (let before = -1; before !== staying.size; ) {
    before = staying.size;
    const all = staying;
    staying = new Set([...all].filter((part) => holds(keeps[part], all)));
  }
  const roundOf: (number | undefined)[] = requires.map((_, part) => (staying.has(part) ? 0 : undefined));
  for (let round = 1; round <= size; round++) {
    const alive = new Set([...roundOf.keys()].filter((part) => roundOf[part] !== undefined));
    for (const [part, list] of requires.entries()) {
      if (!alive.has(part) && holds(list, alive)) roundOf[part] = round;
    }
  }
  return roundOf;
}

describe("what is up in the end", () => {
  it("is what looking at everything until nothing changes finds, with the same rounds", () => {
    fc.assert(
      fc.property(dependencies, parts, (problem, up) => {
        expect(settle(problem, new Set(up)).roundOf).toEqual(naive(problem, up));
      }),
      runs(2000),
    );
  });

  it("never becomes less where more is up at first", () => {
    fc.assert(
      fc.property(dependencies, parts, parts, (problem, some, others) => {
        const few = settle(problem, new Set(some)).roundOf;
        const many = settle(problem, new Set([...some, ...others])).roundOf;
        const lost = few.flatMap((round, part) =>
          round !== undefined && many[part] === undefined ? [part] : [],
        );
        expect(lost).toEqual([]);
      }),
      runs(1000),
    );
  });

  it("is not reached by two that wait for each other, but by two of which one can do without", () => {
    const mutual: Dependencies = { requires: [[[1]], [[0]]], keeps: [[], []] };
    expect(settle(mutual, new Set()).roundOf).toEqual([undefined, undefined]);
    expect(settle({ ...mutual, requires: [[[1]], [[0, 1]], []] }, new Set()).roundOf).toEqual([
      undefined,
      undefined,
      1,
    ]);
    expect(settle({ requires: [[[1]], [[0, 2]], []], keeps: [[], [], []] }, new Set()).roundOf).toEqual([
      3, 2, 1,
    ]);
  });

  it("does not hold what loses its heartbeat", () => {
    const problem: Dependencies = { requires: [[[1]], [[0]]], keeps: [[[1]], []] };
    expect(settle(problem, new Set([0])).roundOf).toEqual([undefined, undefined]);
    expect(settle({ ...problem, keeps: [[], []] }, new Set([0])).roundOf).toEqual([0, 1]);
  });
});
