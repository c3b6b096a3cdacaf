import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Problem, Solution } from "../../src/order/constraint.ts";
import { solve } from "../../src/order/solve.ts";
import { runs } from "../runs.ts";
import { allOrders, oracle } from "./oracle.ts";
import { boundedProblem, shuffledProblem, solvableProblem } from "./random-problem.ts";

type Solved = Extract<Solution, { solved: true }>;

function solved(problem: Problem): Solved {
  const solution = solve(problem);
  if (!solution.solved) expect.fail(`no solution, but cycles ${JSON.stringify(solution.cycles)}`);
  return solution;
}

function check<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), runs(5_000));
}

describe("a problem with a solution", () => {
  test("gets the values that relaxing every single pair arrives at", () => {
    check(solvableProblem, (problem) => {
      const { values, effective } = solved(problem);
      const expected = oracle(problem);
      expect({ values, effective }).toEqual({ values: expected.values, effective: expected.effective });
    });
  });

  test("gets values under which every constraint holds, and the order of every pair that is kept", () => {
    check(solvableProblem, (problem) => {
      const { values, effective } = solved(problem);
      const broken = brokenBy(values, problem, effective);
      expect(broken).toEqual([]);
    });
  });

  test("gets values of which none can be raised by one", () => {
    check(solvableProblem, (problem) => {
      const { values, effective } = solved(problem);
      // Members of a cycle without a gap only move together, so everything that needs the raise is raised along.
      for (const variable of values.keys()) {
        const raised = raisedWith(variable, values, problem, effective);
        const exceedsOwnBound = [...raised].some(
          (other) => (values[other] ?? 0) + 1 > (problem.variables[other]?.upper ?? 0),
        );
        expect(exceedsOwnBound).toBe(true);
      }
    });
  });

  test("gets the same values again when they are its upper bounds", () => {
    check(solvableProblem, (problem) => {
      const { values } = solved(problem);
      const again = problem.variables.map(({ groups }, index) => ({ groups, upper: values[index] ?? 0 }));
      expect(solved({ ...problem, variables: again })).toMatchObject({ values, givenUp: [] });
    });
  });

  test("gets the same values again when what had no bound, and no place in a given order, has none still", () => {
    check(solvableProblem, (problem) => {
      const variables = problem.variables.map((variable) =>
        variable.upper === Number.POSITIVE_INFINITY ? { ...variable, groups: [] } : variable,
      );
      const { values } = solved({ ...problem, variables });
      const again = variables.map(({ upper, groups }, index) => ({
        groups,
        upper: upper === Number.POSITIVE_INFINITY ? upper : (values[index] ?? 0),
      }));
      expect(solved({ ...problem, variables: again })).toMatchObject({ values, givenUp: [] });
    });
  });

  test("gets a reason for each variable below its bound, and no other; reasons end at one that stands at its bound", () => {
    check(solvableProblem, (problem) => {
      const { values, effective, holds } = solved(problem);
      for (const [variable, value] of values.entries()) {
        const isMoved = value < (problem.variables[variable]?.upper ?? 0);
        expect(holds[variable] !== undefined).toBe(isMoved);
        let current = variable;
        for (let steps = 0; holds[current] !== undefined; steps++) {
          expect(steps).toBeLessThan(values.length);
          current = nextHolder(current, problem, { values, effective, holds });
        }
      }
    });
  });

  test("gives up the pairs of the definition: all of them while they are few", () => {
    check(solvableProblem, (problem) => {
      const { givenUp, givenUpLeftOut } = solved(problem);
      expect({ givenUp, givenUpLeftOut }).toEqual({ givenUp: oracle(problem).givenUp, givenUpLeftOut: 0 });
    });
  });
});

describe("any problem", () => {
  test("is without a solution exactly if its constraints run in a cycle of positive sum", () => {
    check(boundedProblem, (problem) => {
      const hasCycle = oracle(problem).shortestCycle.some((length) => Number.isFinite(length));
      expect(solve(problem).solved).toBe(!hasCycle);
    });
  });

  test("has the same values in any order of its variables and constraints", () => {
    check(shuffledProblem, ({ problem, shuffled, order }) => {
      const original = solve(problem);
      const other = solve(shuffled);
      if (!original.solved || !other.solved) {
        expect(cycleLengths(other)).toEqual(cycleLengths(original));
        return;
      }
      expect(other.values).toEqual(order.map((variable) => original.values[variable]));
      expect(other.effective).toEqual(order.map((variable) => original.effective[variable]));
    });
  });

  test("has cycles reported that are walks of positive sum, pass no variable twice, and share none", () => {
    check(boundedProblem, (problem) => {
      const solution = solve(problem);
      if (solution.solved) return;
      const seen = new Set<number>();
      for (const cycle of solution.cycles) {
        const walk = cycle.map((index) => problem.constraints[index] ?? expect.fail());
        for (const [position, { after }] of walk.entries()) {
          expect(after).toBe(walk[(position + 1) % walk.length]?.before);
        }
        const variables = walk.map(({ before }) => before);
        expect(new Set(variables).size).toBe(walk.length);
        expect(walk.some(({ gap }) => gap === 1)).toBe(true);
        expect(Math.min(...cycle)).toBe(cycle[0]);
        expect(variables.filter((variable) => seen.has(variable))).toEqual([]);
        for (const variable of variables) seen.add(variable);
      }
    });
  });

  test("has one cycle reported for each set of variables that reach each other, none of which is on a shorter one", () => {
    check(boundedProblem, (problem) => {
      const solution = solve(problem);
      if (solution.solved) return;
      const { shortestCycle } = oracle(problem);
      for (const [variable, length] of shortestCycle.entries()) {
        if (!Number.isFinite(length)) continue;
        const together = solution.cycles.filter(([first]) => {
          const start = problem.constraints[first ?? -1]?.before ?? -1;
          return reaches(problem, start, variable) && reaches(problem, variable, start);
        });
        expect(together).toHaveLength(1);
        expect(together[0]?.length).toBeLessThanOrEqual(length);
      }
    });
  });

  test("is left as it was", () => {
    check(boundedProblem, (problem) => {
      const before = structuredClone(problem);
      solve(problem);
      expect(problem).toEqual(before);
    });
  });
});

function brokenBy(values: readonly number[], problem: Problem, effective: readonly number[]): unknown[] {
  const orders = allOrders(problem, effective);
  const tooClose = orders.filter(([a, b, gap]) => (values[b] ?? 0) - (values[a] ?? 0) < gap);
  const tooHigh = problem.variables.filter(({ upper }, index) => (values[index] ?? 0) > upper);
  return [...tooClose, ...tooHigh];
}

/** All that has to be raised by one when one variable is, so that every order still holds. */
function raisedWith(
  variable: number,
  values: readonly number[],
  problem: Problem,
  effective: readonly number[],
): Set<number> {
  const raised = new Set([variable]);
  const orders = allOrders(problem, effective);
  for (const current of raised) {
    for (const [a, b, gap] of orders) {
      if (a === current && (values[b] ?? 0) - (values[a] ?? 0) === gap) raised.add(b);
    }
  }
  return raised;
}

/** Checks that a hold is tight and says what it claims; gives the variable that holds. */
function nextHolder(
  variable: number,
  problem: Problem,
  { values, effective, holds }: Pick<Solved, "values" | "effective" | "holds">,
): number {
  const hold = holds[variable];
  if (hold === undefined) expect.fail();
  if (hold.kind === "constraint") {
    const { before, after, gap } = problem.constraints[hold.constraint] ?? expect.fail();
    expect(before).toBe(variable);
    expect((values[after] ?? 0) - (values[variable] ?? 0)).toBe(gap);
    return after;
  }
  expect(problem.variables[variable]?.groups).toContain(hold.group);
  expect(problem.variables[hold.other]?.groups).toContain(hold.group);
  expect(effective[hold.other]).toBeGreaterThan(effective[variable] ?? 0);
  expect((values[hold.other] ?? 0) - (values[variable] ?? 0)).toBe(1);
  return hold.other;
}

function cycleLengths(solution: Solution): number[] {
  return solution.solved ? [] : solution.cycles.map((cycle) => cycle.length).sort((a, b) => a - b);
}

function reaches({ constraints }: Problem, start: number, goal: number): boolean {
  const reached = new Set([start]);
  for (const current of reached) {
    for (const { before, after } of constraints) if (before === current) reached.add(after);
  }
  return reached.has(goal);
}
