import { expect } from "vitest";
import type { Constraint, Hold, Problem, Variable } from "../../src/order/constraint.ts";
import { solve } from "../../src/order/solve.ts";

/** `before`, the gap as an arrow (`<` for 1, `<=` for 0), `after`. */
export type Step = readonly [before: string, arrow: "<" | "<=", after: string];

/** A problem whose variables have names, and the answers to it in the same names. */
export interface NamedProblem {
  readonly problem: Problem;
  readonly names: readonly string[];
}

/** Variables by name with their upper bounds, constraints by those names, and the members of each group. */
export function named(
  uppers: Readonly<Record<string, number>>,
  steps: readonly Step[] = [],
  groups: readonly (readonly string[])[] = [],
): NamedProblem {
  const names = Object.keys(uppers);
  const variables = names.map(
    (name): Variable => ({
      upper: uppers[name] ?? expect.fail(name),
      groups: groups.flatMap((members, group) => (members.includes(name) ? [group] : [])),
    }),
  );
  const constraints = steps.map(
    ([before, arrow, after]): Constraint => ({
      before: names.indexOf(before),
      after: names.indexOf(after),
      gap: arrow === "<" ? 1 : 0,
    }),
  );
  return { problem: { variables, constraints }, names };
}

export interface NamedSolution {
  readonly values: Readonly<Record<string, number>>;
  readonly effective: Readonly<Record<string, number>>;
  /** `api <= web` for a constraint, `api before web` for the given order. */
  readonly holds: Readonly<Record<string, string>>;
  /** `first/second contradicts` */
  readonly givenUp: readonly string[];
}

export function solveNamed({ problem, names }: NamedProblem): NamedSolution {
  const solution = solve(problem);
  if (!solution.solved) expect.fail(`no solution: ${JSON.stringify(solution.cycles)}`);
  const name = (index: number | undefined): string => names[index ?? -1] ?? expect.fail();
  const record = <T>(list: readonly T[]): Record<string, T> =>
    Object.fromEntries(list.map((value, index) => [name(index), value]));
  const held = (hold: Hold, index: number): string => {
    if (hold.kind === "order") return `${name(index)} before ${name(hold.other)}`;
    const { before, after, gap } = problem.constraints[hold.constraint] ?? expect.fail();
    return `${name(before)} ${gap === 1 ? "<" : "<="} ${name(after)}`;
  };
  return {
    values: record(solution.values),
    effective: record(solution.effective),
    holds: Object.fromEntries(
      solution.holds.flatMap((hold, index) => (hold === undefined ? [] : [[name(index), held(hold, index)]])),
    ),
    givenUp: solution.givenUp.map(({ a, b, because }) => `${name(a)}/${name(b)} ${because}`),
  };
}

/** The cycles as the names they pass, each from the variable that its first constraint begins at. */
export function cyclesNamed({ problem, names }: NamedProblem): string[] {
  const solution = solve(problem);
  if (solution.solved) expect.fail(`a solution: ${JSON.stringify(solution.values)}`);
  return solution.cycles.map((cycle) =>
    cycle
      .map((index) => {
        const { before, gap } = problem.constraints[index] ?? expect.fail();
        return `${names[before]} ${gap === 1 ? "<" : "<="}`;
      })
      .join(" "),
  );
}
