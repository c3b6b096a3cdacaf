import fc from "fast-check";
import type { Constraint, Problem, Variable } from "../../src/order/constraint.ts";

const upper = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1000, 1000) },
  { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
);
const groups = fc.uniqueArray(fc.constantFrom(0, 1, 7), { maxLength: 3 });
const gap = fc.constantFrom<0 | 1>(0, 0, 1);

interface Ranked {
  readonly problem: Problem;
  /** Per variable, a number that {@link solvableProblem} lets no constraint lower. */
  readonly ranks: readonly number[];
}

const ranked: fc.Arbitrary<Ranked> = fc.integer({ min: 1, max: 9 }).chain((size) => {
  const end = fc.nat({ max: size - 1 });
  return fc
    .record({
      variables: fc.array(fc.record({ upper, groups }), { minLength: size, maxLength: size }),
      constraints: fc.array(fc.record({ before: end, after: end, gap }), { maxLength: 2 * size }),
      ranks: fc.array(fc.nat({ max: 4 }), { minLength: size, maxLength: size }),
    })
    .map(({ variables, constraints, ranks }) => ({ problem: bounded({ variables, constraints }), ranks }));
});

/** A few variables that all reach a bound; their constraints may run in cycles of any sum. */
export const boundedProblem: fc.Arbitrary<Problem> = ranked.map(({ problem }) => problem);

/** The same, but constraints lead to a rank that is no lower, or higher where they ask for a gap: cycles sum up to 0. */
export const solvableProblem: fc.Arbitrary<Problem> = ranked.map(({ problem, ranks }) => ({
  variables: problem.variables,
  constraints: problem.constraints.map((constraint) => directed(constraint, [...ranks.slice(0, -1), 5])),
}));

/** A problem and the same one with its variables, constraints and memberships in another order. */
export const shuffledProblem: fc.Arbitrary<{
  problem: Problem;
  shuffled: Problem;
  order: readonly number[];
}> = boundedProblem.chain((problem) =>
  fc
    .record({
      order: permutation(problem.variables.length),
      constraintOrder: permutation(problem.constraints.length),
    })
    .map(({ order, constraintOrder }) => ({
      problem,
      order,
      shuffled: shuffled(problem, order, constraintOrder),
    })),
);

/** Gives a bound to the last variable, and lets everything without one come before it. */
function bounded({ variables, constraints }: Problem): Problem {
  const last = variables.length - 1;
  const isUnbounded = (variable: Variable): boolean => variable.upper === Number.POSITIVE_INFINITY;
  const withLast = variables.map((variable, index) =>
    index === last && isUnbounded(variable) ? { ...variable, upper: 2 } : variable,
  );
  const anchors = withLast.flatMap((variable, before): Constraint[] =>
    isUnbounded(variable) ? [{ before, after: last, gap: 1 }] : [],
  );
  return { variables: withLast, constraints: [...constraints, ...anchors] };
}

function directed({ before, after, gap }: Constraint, ranks: readonly number[]): Constraint {
  const rise = (ranks[after] ?? 0) - (ranks[before] ?? 0);
  if (rise < 0) return { before: after, after: before, gap };
  return { before, after, gap: rise === 0 ? 0 : gap };
}

function permutation(size: number): fc.Arbitrary<number[]> {
  const numbers = Array.from({ length: size }, (_, index) => index);
  return fc.shuffledSubarray(numbers, { minLength: size, maxLength: size });
}

function shuffled(problem: Problem, order: readonly number[], constraintOrder: readonly number[]): Problem {
  return {
    variables: order.map((variable) => {
      const { upper, groups } = problem.variables[variable] as Variable;
      return { upper, groups: [...groups].reverse() };
    }),
    constraints: constraintOrder.map((index) => {
      const { before, after, gap } = problem.constraints[index] as Constraint;
      return { before: order.indexOf(before), after: order.indexOf(after), gap };
    }),
  };
}
