import { components } from "./components.ts";
import type { Problem, Solution } from "./constraint.ts";
import { effectiveValues } from "./effective-values.ts";
import { givenUpPairs } from "./given-up-pairs.ts";
import { greatestValues } from "./greatest-values.ts";
import { network } from "./network.ts";
import { positiveCycles } from "./positive-cycles.ts";

/**
 * The greatest value for each variable such that none exceeds its upper bound, every constraint holds, and in every
 * group whoever has the lower effective value also gets the lower value.
 *
 * There is exactly one such solution, it is greatest in every variable at once, and solved again with its values for
 * upper bounds it gives itself. There is none exactly if constraints run in a cycle with a positive sum of gaps: the
 * given order is never part of one, because constraints never lead to a lower effective value and the given order always
 * leads to a higher one.
 *
 * Time and memory are linear in variables, constraints and memberships, apart from sorting the distinct bounds; nothing
 * recurses. The same problem with its variables and constraints in another order has the same values.
 *
 * Throws RangeError for a problem that makes no sense: an index that leads nowhere, a bound that is neither Infinity nor
 * an integer, and, where constraints can hold, a variable that reaches nothing that is bounded.
 */
export function solve(problem: Problem): Solution {
  const net = network(problem);
  const parts = components(net);
  const cycles = positiveCycles(net, parts);
  if (cycles.length > 0) return { solved: false, cycles };

  const effective = effectiveValues(net, parts);
  const { values, holds } = greatestValues(net, parts, effective);
  const { pairs, leftOut } = givenUpPairs(net, effective);
  return {
    solved: true,
    values: [...values],
    effective: [...effective],
    holds,
    givenUp: pairs,
    givenUpLeftOut: leftOut,
  };
}
