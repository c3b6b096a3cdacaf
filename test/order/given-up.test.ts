import fc from "fast-check";
import { expect, test } from "vitest";
import type { Problem } from "../../src/order/constraint.ts";
import { givenUpLimit } from "../../src/order/given-up-pairs.ts";
import { solve } from "../../src/order/solve.ts";
import { runs } from "../runs.ts";
import { named, solveNamed } from "./named-problem.ts";
import { oracle } from "./oracle.ts";

test("a pair that a constraint turns round contradicts it, and is named in the order that was given", () => {
  const { givenUp } = solveNamed(
    named({ between: 1, late: 2, early: 0 }, [["late", "<", "early"]], [["between", "late"]]),
  );
  expect(givenUp).toEqual(["between/late contradicts"]);
});

test("a pair that a constraint puts into one level would split it", () => {
  const { givenUp, values } = solveNamed(
    named({ early: 0, late: 2 }, [["late", "<=", "early"]], [["early", "late"]]),
  );
  expect({ givenUp, values }).toEqual({ givenUp: ["early/late splits"], values: { early: 0, late: 0 } });
});

test("a pair of different groups was given no order, so none is given up", () => {
  const { givenUp } = solveNamed(
    named({ between: 1, late: 2, early: 0 }, [["late", "<", "early"]], [["between"], ["late"]]),
  );
  expect(givenUp).toEqual([]);
});

test("a pair of two common groups is named once", () => {
  const members = ["between", "late"];
  const { givenUp } = solveNamed(
    named({ between: 1, late: 2, early: 0 }, [["late", "<", "early"]], [members, members]),
  );
  expect(givenUp).toEqual(["between/late contradicts"]);
});

test("what has no bound was given no place, so it loses none", () => {
  const { givenUp } = solveNamed(
    named(
      { web: 1, barrier: Number.POSITIVE_INFINITY, early: 0 },
      [["barrier", "<", "early"]],
      [["web", "barrier"]],
    ),
  );
  expect(givenUp).toEqual([]);
});

test("equals that part were given no order either", () => {
  const { givenUp } = solveNamed(
    named({ first: 0, second: 0 }, [["first", "<", "second"]], [["first", "second"]]),
  );
  expect(givenUp).toEqual([]);
});

/** One variable at the top that must come first of all: the order of each other member above it is given up. */
function pulledBelow(others: number): Problem {
  const members = Array.from({ length: others }, (_, index) => ({ upper: index + 1, groups: [0] }));
  const pulled = { upper: others + 1, groups: [0] };
  const early = { upper: 0, groups: [] };
  return {
    variables: [...members, pulled, early],
    constraints: [{ before: others, after: others + 1, gap: 0 }],
  };
}

test("pairs beyond the limit are left out, and it is said how many variables nobody names then", () => {
  const solution = solve(pulledBelow(givenUpLimit + 20));
  if (!solution.solved) expect.fail();
  expect(solution.givenUp).toEqual(
    Array.from({ length: givenUpLimit }, (_, a) => ({ a, b: givenUpLimit + 20, because: "contradicts" })),
  );
  expect(solution.givenUpLeftOut).toBe(20);
});

const oneGroup = fc
  .tuple(
    fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 20, maxLength: 200 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60 }),
  )
  .map(([uppers, links]): Problem => {
    const size = uppers.length;
    return {
      variables: uppers.map((upper) => ({ upper, groups: [0] })),
      constraints: links.map(([from, to]) => ({ before: from % size, after: to % size, gap: 0 })),
    };
  });

test("of many pairs enough are chosen to name every variable concerned, as far as the limit allows", () => {
  fc.assert(
    fc.property(oneGroup, (problem) => {
      const solution = solve(problem);
      if (!solution.solved) expect.fail();
      const definition = oracle(problem).givenUp;
      expect(definition).toEqual(expect.arrayContaining([...solution.givenUp]));
      expect(solution.givenUp).toHaveLength(Math.min(definition.length, givenUpLimit));
      expect(new Set(solution.givenUp.map(({ a, b }) => `${a}/${b}`)).size).toBe(solution.givenUp.length);
      const concerned = new Set(definition.flatMap(({ a, b }) => [a, b]));
      const shown = new Set(solution.givenUp.flatMap(({ a, b }) => [a, b]));
      expect(solution.givenUpLeftOut).toBe(concerned.size - shown.size);
      expect(shown.size).toBeGreaterThanOrEqual(Math.min(concerned.size, givenUpLimit));
    }),
    runs(300),
  );
});
