import { appendTo } from "../append-to.ts";
import { bucket } from "./buckets.ts";
import type { Components } from "./components.ts";
import { intAt } from "./flat-array.ts";
import type { Network } from "./network.ts";

/**
 * Constraints that may be looked at in the search for cycles that are shorter than the first one found. No linear way
 * to a shortest cycle is known; up to here it is exact, and beyond it a cycle is still a cycle.
 */
const searchBudget = 4_000_000;

/**
 * A shortest cycle of positive sum for each component that has one, as constraint indices in the order of the walk,
 * beginning with the lowest; the cycles are sorted by it. A constraint of gap 1 inside a component is always on such a
 * cycle, and without one there is none.
 */
export function positiveCycles(network: Network, components: Components): number[][] {
  const search = { parent: new Int32Array(network.size), found: new Int32Array(network.size), searches: 0 };
  const cycles: number[][] = [];
  let budget = searchBudget;
  for (const candidates of steepConstraints(network, components)) {
    let shortest: number[] | undefined;
    for (const constraint of candidates) {
      if (shortest !== undefined && budget <= 0) break;
      const limit = shortest?.length ?? Number.POSITIVE_INFINITY;
      const { cycle, steps } = cycleThrough(constraint, limit, network, components, search);
      budget -= steps;
      shortest = cycle ?? shortest;
    }
    if (shortest !== undefined) cycles.push(fromLowest(shortest));
  }
  return cycles.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** The constraints of gap 1 that stay inside a component; a list for each component that has any. */
function steepConstraints({ before, after, gap }: Network, { componentOf }: Components): number[][] {
  const byComponent = new Map<number, number[]>();
  for (let constraint = 0; constraint < gap.length; constraint++) {
    const component = intAt(componentOf, intAt(before, constraint));
    if (intAt(gap, constraint) === 0 || intAt(componentOf, intAt(after, constraint)) !== component) continue;
    appendTo(byComponent, component, constraint);
  }
  return [...byComponent.values()];
}

/** What one search leaves for the next, so that none has to clear anything: marks are the number of the search. */
interface Search {
  /** The constraint by which a variable was found. */
  readonly parent: Int32Array;
  /** The last search that found a variable. */
  readonly found: Int32Array;
  searches: number;
}

/** A shortest cycle through one constraint: breadth first from its end to its beginning, inside their component. */
function cycleThrough(
  constraint: number,
  limit: number,
  network: Network,
  { componentOf }: Components,
  search: Search,
): { cycle: number[] | undefined; steps: number } {
  const { before, after, outgoing } = network;
  const goal = intAt(before, constraint);
  const origin = intAt(after, constraint);
  const component = intAt(componentOf, goal);
  const mark = ++search.searches;
  search.found[origin] = mark;
  let steps = 0;
  let frontier = [origin];
  // With `length` constraints the cycle so far: the first one, and those that lead to the frontier.
  for (let length = 1; frontier.length > 0 && length < limit; length++) {
    if (intAt(search.found, goal) === mark) {
      return { cycle: [constraint, ...wayBack(goal, origin, before, search.parent)], steps };
    }
    const following: number[] = [];
    for (const variable of frontier) {
      for (const next of bucket(outgoing, variable)) {
        steps++;
        const target = intAt(after, next);
        if (intAt(componentOf, target) !== component || intAt(search.found, target) === mark) continue;
        search.found[target] = mark;
        search.parent[target] = next;
        following.push(target);
      }
    }
    frontier = following;
  }
  return { cycle: undefined, steps };
}

/** The constraints that lead from `origin` to `goal`, in that order. */
function wayBack(goal: number, origin: number, before: Int32Array, parent: Int32Array): number[] {
  const way: number[] = [];
  for (let variable = goal; variable !== origin; variable = intAt(before, intAt(parent, variable))) {
    way.push(intAt(parent, variable));
  }
  return way.reverse();
}

/** The same cycle, beginning with its lowest constraint. */
function fromLowest(cycle: readonly number[]): number[] {
  const lowest = cycle.reduce((least, constraint) => Math.min(least, constraint));
  const turn = cycle.indexOf(lowest);
  return [...cycle.slice(turn), ...cycle.slice(0, turn)];
}
