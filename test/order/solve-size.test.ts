import { describe, expect, test } from "vitest";
import type { Constraint, Problem } from "../../src/order/constraint.ts";
import { givenUpLimit } from "../../src/order/given-up-pairs.ts";
import { solve } from "../../src/order/solve.ts";

const size = 50_000;

function chain(gap: 0 | 1, closed: boolean): Problem {
  const count = closed ? size : size - 1;
  return {
    variables: Array.from({ length: size }, () => ({ upper: 0, groups: [0] })),
    constraints: Array.from(
      { length: count },
      (_, index): Constraint => ({ before: index, after: (index + 1) % size, gap }),
    ),
  };
}

/** The first index at which a list is not what it should be: comparing whole lists this long prints for minutes. */
function firstOther(list: readonly number[], expected: (index: number) => number): number {
  return list.findIndex((value, index) => value !== expected(index));
}

/** Shapes on which recursion would overflow the stack, or anything quadratic would outlast the test. */
describe("fifty thousand variables", () => {
  test("in one chain are each one below the next", () => {
    const solution = solve(chain(1, false));
    if (!solution.solved) expect.fail();
    expect(firstOther(solution.values, (index) => index - size + 1)).toBe(-1);
  });

  test("in one cycle without a gap share one value and are not held in circles", () => {
    const { variables, constraints } = chain(0, true);
    const solution = solve({ variables: variables.with(0, { upper: -1, groups: [0] }), constraints });
    if (!solution.solved) expect.fail();
    expect(firstOther(solution.values, () => -1)).toBe(-1);
    const held = solution.holds.map((hold) => (hold?.kind === "constraint" ? hold.constraint : -1));
    expect(firstOther(held, (index) => (index === 0 ? -1 : index))).toBe(-1);
  });

  test("in one cycle of gaps are one cycle", () => {
    const solution = solve(chain(1, true));
    if (solution.solved) expect.fail();
    expect(solution.cycles.map((cycle) => cycle.length)).toEqual([size]);
    expect(firstOther(solution.cycles[0] ?? [], (index) => index)).toBe(-1);
  });

  test("all at different levels of one group move down together for one constraint", () => {
    const variables = Array.from({ length: size }, (_, upper) => ({ upper, groups: [0] }));
    const last = { upper: size - 1, groups: [0] };
    const solution = solve({
      variables: [...variables, last],
      constraints: [{ before: size - 1, after: size, gap: 1 }],
    });
    if (!solution.solved) expect.fail();
    expect(firstOther(solution.values, (index) => index - 1)).toBe(-1);
    expect(solution.givenUp).toEqual([]);
  });

  test("all turned round give up more pairs than anybody could list", () => {
    const variables = Array.from({ length: size }, (_, upper) => ({ upper, groups: [0] }));
    const constraints = Array.from(
      { length: size - 1 },
      (_, index): Constraint => ({ before: index + 1, after: index, gap: 1 }),
    );
    const solution = solve({ variables, constraints });
    if (!solution.solved) expect.fail();
    expect(firstOther(solution.values, (index) => 0 - index)).toBe(-1);
    expect(solution.givenUp).toHaveLength(givenUpLimit);
    expect(solution.givenUpLeftOut).toBe(size - new Set(solution.givenUp.flatMap(({ a, b }) => [a, b])).size);
  });

  test("with gaps that almost all lead back end the search for a shorter cycle in time", () => {
    const { variables, constraints } = chain(1, true);
    const shortcuts = Array.from(
      { length: size / 2 },
      (_, index): Constraint => ({ before: 2 * index, after: (2 * index + 2) % size, gap: 1 }),
    );
    const solution = solve({ variables, constraints: [...constraints, ...shortcuts] });
    if (solution.solved) expect.fail();
    const [cycle = [], ...others] = solution.cycles;
    expect(others).toEqual([]);
    const all = [...constraints, ...shortcuts];
    const walk = cycle.map((index) => all[index] ?? expect.fail());
    const following = (index: number): number => walk[(index + 1) % walk.length]?.before ?? -1;
    expect(
      firstOther(
        walk.map(({ after }) => after),
        following,
      ),
    ).toBe(-1);
    expect(walk.length).toBeLessThan(size);
  });
});
