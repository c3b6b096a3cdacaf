import { appendTo } from "../append-to.ts";
import { bucketsByValue } from "./buckets.ts";
import type { GivenUp } from "./constraint.ts";
import { intAt, valueAt } from "./flat-array.ts";
import type { Network } from "./network.ts";

/** Pairs that are reported at most. Their number can be quadratic; nobody reads more than this. */
export const givenUpLimit = 100;

export interface GivenUpPairs {
  /** Sorted by `a`, then `b`; each pair once, whatever groups it shares. */
  readonly pairs: readonly GivenUp[];
  /** How many variables are concerned that no pair names. */
  readonly leftOut: number;
}

/**
 * The pairs whose given order is given up: below by upper bound, but not by effective value. First a pair for each
 * variable concerned, in ascending order; then any others, as far as the limit allows. What has no upper bound was given
 * no place, and loses none.
 */
export function givenUpPairs(network: Network, effective: Float64Array): GivenUpPairs {
  const { size, upper } = network;
  if (!isAnyLowered(upper, effective)) return { pairs: [], leftOut: 0 };
  const groups = membersByUpper(network);
  const under = partners(groups, upper, effective);
  const over = partners(
    groups.map((members) => members.toReversed()),
    upper.map((bound) => -bound),
    effective.map((value) => -value),
  );
  const pairs = new Map<number, GivenUp>();
  const named = new Set<number>();
  let concerned = 0;

  function report(a: number, b: number): void {
    const because = valueAt(effective, a) > valueAt(effective, b) ? "contradicts" : "splits";
    pairs.set(a * size + b, { a, b, because });
    named.add(a).add(b);
  }

  for (let variable = 0; variable < size; variable++) {
    const below = intAt(under, variable);
    const above = intAt(over, variable);
    if (below < 0 && above < 0) continue;
    concerned++;
    if (pairs.size === givenUpLimit) continue;
    if (below >= 0) report(below, variable);
    else report(variable, above);
  }
  for (const [a, b] of furtherPairs(groups, upper, effective, under)) {
    if (pairs.size === givenUpLimit) break;
    report(a, b);
  }
  return {
    pairs: [...pairs.values()].sort((p, q) => p.a - q.a || p.b - q.b),
    leftOut: concerned - named.size,
  };
}

/** The upper one of a pair that is given up is always effectively lower than its bound; mostly nothing is. */
function isAnyLowered(upper: Float64Array, effective: Float64Array): boolean {
  return upper.some(
    (bound, variable) => bound !== Number.POSITIVE_INFINITY && valueAt(effective, variable) < bound,
  );
}

/** Per group, its variables of finite upper bound; ascending by it, then by index. */
function membersByUpper({ upper, groups }: Network): number[][] {
  const members = new Map<number, number[]>();
  for (const variable of bucketsByValue(upper).items) {
    if (valueAt(upper, variable) === Number.POSITIVE_INFINITY) continue;
    for (const group of groups[variable] ?? []) {
      appendTo(members, group, variable);
    }
  }
  return [...members.values()];
}

/**
 * Per variable, the one of highest effective value among those of a group that stand strictly below it, where that is no
 * lower than its own; −1 where there is none. Groups are sorted by upper bound.
 */
function partners(
  groups: readonly (readonly number[])[],
  upper: Float64Array,
  effective: Float64Array,
): Int32Array {
  const partner = new Int32Array(upper.length).fill(-1);
  for (const members of groups) {
    let highest = -1;
    /** Members of the same upper bound as the one at hand: not below it, but soon below the next. */
    let level: number[] = [];
    for (const variable of members) {
      if (level[0] !== undefined && valueAt(upper, level[0]) < valueAt(upper, variable)) {
        for (const passed of level) {
          if (highest < 0 || valueAt(effective, passed) > valueAt(effective, highest)) highest = passed;
        }
        level = [];
      }
      level.push(variable);
      const isGivenUp = highest >= 0 && valueAt(effective, highest) >= valueAt(effective, variable);
      if (isGivenUp && intAt(partner, variable) < 0) partner[variable] = highest;
    }
  }
  return partner;
}

/**
 * Every pair there is, one at a time. Each variable that has a partner gives at least one, so whoever stops after a
 * fixed number has waited for that many walks through a group, not for a quadratic number of comparisons.
 */
function* furtherPairs(
  groups: readonly (readonly number[])[],
  upper: Float64Array,
  effective: Float64Array,
  under: Int32Array,
): Generator<readonly [number, number]> {
  for (const members of groups) {
    for (const [position, b] of members.entries()) {
      if (intAt(under, b) < 0) continue;
      for (let before = position - 1; before >= 0; before--) {
        const a = members[before] as number;
        // An effective value is at most the upper bound: from here on all are lower than that of `b`.
        if (valueAt(upper, a) < valueAt(effective, b)) break;
        const isBelow = valueAt(upper, a) < valueAt(upper, b);
        if (isBelow && valueAt(effective, a) >= valueAt(effective, b)) yield [a, b];
      }
    }
  }
}
