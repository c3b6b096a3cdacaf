import type { GivenUp, Problem } from "../../src/order/constraint.ts";

/** What the definition says, found without any of the solver's ideas: every pair spelled out, everything relaxed. */
export interface OracleAnswer {
  /** Shortest length of a cycle of positive sum through each variable; Infinity where there is none. */
  readonly shortestCycle: readonly number[];
  readonly effective: readonly number[];
  /** Only meaningful where no variable is on a cycle of positive sum. */
  readonly values: readonly number[];
  readonly givenUp: readonly GivenUp[];
}

export function oracle(problem: Problem): OracleAnswer {
  const effective = effectiveByRelaxing(problem);
  return {
    shortestCycle: problem.variables.map((_, start) => shortestPositiveWalk(problem, start)),
    effective,
    values: greatestByRelaxing(problem, effective),
    givenUp: everyPairGivenUp(problem, effective),
  };
}

/** `before`, `after`, `gap` of every order that must hold: the constraints, and each pair of each group on its own. */
export function allOrders(problem: Problem, effective: readonly number[]): [number, number, number][] {
  const orders = problem.constraints.map(({ before, after, gap }): [number, number, number] => [
    before,
    after,
    gap,
  ]);
  for (const [a, b] of pairsOfGroups(problem)) {
    if ((effective[a] ?? 0) < (effective[b] ?? 0)) orders.push([a, b, 1]);
  }
  return orders;
}

function* pairsOfGroups({ variables }: Problem): Generator<[number, number]> {
  for (const [a, first] of variables.entries()) {
    for (const [b, second] of variables.entries()) {
      if (a !== b && first.groups.some((group) => second.groups.includes(group))) yield [a, b];
    }
  }
}

function effectiveByRelaxing({ variables, constraints }: Problem): number[] {
  return relaxed(
    variables.map(({ upper }) => upper),
    constraints.map(({ before, after }) => [before, after, 0]),
  );
}

function greatestByRelaxing(problem: Problem, effective: readonly number[]): number[] {
  return relaxed(
    problem.variables.map(({ upper }) => upper),
    allOrders(problem, effective),
  );
}

/** Lowers whatever is too high until nothing is, or until only a cycle can still be at work. */
function relaxed(start: readonly number[], orders: readonly (readonly [number, number, number])[]): number[] {
  const values = [...start];
  for (let round = 0; round <= values.length; round++) {
    for (const [before, after, gap] of orders) {
      values[before] = Math.min(values[before] ?? 0, (values[after] ?? 0) - gap);
    }
  }
  return values;
}

/** Walks of one more constraint at a time, told apart by whether a gap of 1 has been on them. */
function shortestPositiveWalk({ variables, constraints }: Problem, start: number): number {
  let flat = new Set([start]);
  let positive = new Set<number>();
  for (let length = 1; length <= variables.length; length++) {
    const nextFlat = new Set<number>();
    const nextPositive = new Set<number>();
    for (const { before, after, gap } of constraints) {
      if (flat.has(before)) (gap === 1 ? nextPositive : nextFlat).add(after);
      if (positive.has(before)) nextPositive.add(after);
    }
    if (nextPositive.has(start)) return length;
    flat = nextFlat;
    positive = nextPositive;
  }
  return Number.POSITIVE_INFINITY;
}

function everyPairGivenUp(problem: Problem, effective: readonly number[]): GivenUp[] {
  const pairs: GivenUp[] = [];
  for (const [a, b] of pairsOfGroups(problem)) {
    const [upperA, upperB] = [problem.variables[a]?.upper ?? 0, problem.variables[b]?.upper ?? 0];
    const [effectiveA, effectiveB] = [effective[a] ?? 0, effective[b] ?? 0];
    if (!(upperA < upperB) || upperB === Number.POSITIVE_INFINITY) continue;
    if (effectiveA > effectiveB) pairs.push({ a, b, because: "contradicts" });
    if (effectiveA === effectiveB) pairs.push({ a, b, because: "splits" });
  }
  return pairs;
}
