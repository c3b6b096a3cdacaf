import fc from "fast-check";
import { expect, test } from "vitest";
import type { Problem } from "../../src/order/constraint.ts";
import { solve } from "../../src/order/solve.ts";
import { runs } from "../runs.ts";

/** At most four variables with bounds so near that every assignment there is can be tried. */
const smallProblem: fc.Arbitrary<Problem> = fc.integer({ min: 1, max: 4 }).chain((size) => {
  const end = fc.nat({ max: size - 1 });
  return fc.record({
    variables: fc.array(fc.record({ upper: fc.integer({ min: 0, max: 2 }), groups: fc.subarray([0, 1]) }), {
      minLength: size,
      maxLength: size,
    }),
    constraints: fc.array(fc.record({ before: end, after: end, gap: fc.constantFrom<0 | 1>(0, 1) }), {
      maxLength: size + 1,
    }),
  });
});

/** Nothing has to be lower than this: each variable at most one below another. */
const lowest = -4;

/** Every assignment from the lowest value to the bounds under which the given constraints hold. */
function* assignments(problem: Problem, given: readonly number[] = []): Generator<readonly number[]> {
  const variable = problem.variables[given.length];
  if (variable === undefined) {
    if (problem.constraints.every(({ before, after, gap }) => at(given, after) - at(given, before) >= gap))
      yield given;
    return;
  }
  for (let value = lowest; value <= variable.upper; value++) yield* assignments(problem, [...given, value]);
}

/** The constraints, and the author's order of those pairs that the constraints leave in it. */
function withKeptOrder(problem: Problem): Problem {
  const { variables, constraints } = problem;
  const effective = variables.map((_, start) => leastReached(problem, start));
  const kept = variables.flatMap(({ groups }, before) =>
    variables.flatMap((other, after) =>
      groups.some((group) => other.groups.includes(group)) && at(effective, before) < at(effective, after)
        ? [{ before, after, gap: 1 as const }]
        : [],
    ),
  );
  return { variables, constraints: [...constraints, ...kept] };
}

function leastReached({ variables, constraints }: Problem, start: number): number {
  const reached = new Set([start]);
  for (const here of reached)
    for (const { before, after } of constraints) if (before === here) reached.add(after);
  return Math.min(...[...reached].map((index) => variables[index]?.upper ?? expect.fail()));
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? expect.fail();
}

test("is solved exactly if some assignment satisfies the constraints, and then by the highest of all in every variable", () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(smallProblem, (problem) => {
      const solution = solve(problem);
      seen.add(solution.solved);
      const feasible = [...assignments(problem)];
      expect(solution.solved).toBe(feasible.length > 0);
      if (!solution.solved) return;
      const ordered = [...assignments(withKeptOrder(problem))];
      expect(ordered).toContainEqual(solution.values);
      const highest = problem.variables.map((_, index) =>
        Math.max(...ordered.map((values) => at(values, index))),
      );
      expect(solution.values).toEqual(highest);
    }),
    runs(300),
  );
  expect(seen).toEqual(new Set([true, false]));
});

test("names cycles that no assignment satisfies, though one does as soon as any of their constraints is left out", () => {
  fc.assert(
    fc.property(smallProblem, (problem) => {
      const solution = solve(problem);
      if (solution.solved) return;
      for (const cycle of solution.cycles) {
        const blamed = cycle.map((index) => problem.constraints[index] ?? expect.fail());
        expect(isFeasible({ ...problem, constraints: blamed })).toBe(false);
        for (const left of blamed) {
          expect(isFeasible({ ...problem, constraints: blamed.filter((one) => one !== left) })).toBe(true);
        }
      }
    }),
    runs(300),
  );
});

function isFeasible(problem: Problem): boolean {
  return !assignments(problem).next().done;
}
