import { type Buckets, buckets } from "./buckets.ts";
import { intAt } from "./flat-array.ts";
import type { Network } from "./network.ts";

/** Sets of variables that reach each other. One that is on no cycle is a component of its own. */
export interface Components {
  readonly count: number;
  /**
   * Per variable, the number of its component. No constraint leads to a higher number, so going through the components
   * in ascending order meets everything that a component reaches before the component itself.
   */
  readonly componentOf: Int32Array;
  /** Per component, its variables; ascending. */
  readonly members: Buckets;
}

/**
 * Strongly connected components (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), with the path kept
 * in an array instead of on the call stack: chains of constraints may be as long as there are variables.
 */
export function components(network: Network): Components {
  const { size, after, outgoing } = network;
  const { start, items } = outgoing;
  const next = start.slice(0, size);
  /** Order of the first visit, from 1; 0 where not visited. */
  const visited = new Int32Array(size);
  /** The earliest visit that the subtree of a variable leads back to. */
  const back = new Int32Array(size);
  const componentOf = new Int32Array(size).fill(-1);
  const path = new Int32Array(size);
  const open = new Int32Array(size);
  let visits = 0;
  let pathLength = 0;
  let openLength = 0;
  let count = 0;

  function enter(variable: number): void {
    visits++;
    visited[variable] = visits;
    back[variable] = visits;
    path[pathLength++] = variable;
    open[openLength++] = variable;
  }

  function leave(variable: number): void {
    pathLength--;
    if (intAt(back, variable) < intAt(visited, variable)) {
      // Not the first of its component, so there is a variable above it on the path.
      const parent = intAt(path, pathLength - 1);
      back[parent] = Math.min(intAt(back, parent), intAt(back, variable));
      return;
    }
    let member: number;
    do {
      member = intAt(open, --openLength);
      componentOf[member] = count;
    } while (member !== variable);
    count++;
  }

  for (let root = 0; root < size; root++) {
    if (intAt(visited, root) > 0) continue;
    enter(root);
    while (pathLength > 0) {
      const variable = intAt(path, pathLength - 1);
      const edge = intAt(next, variable);
      if (edge === intAt(start, variable + 1)) {
        leave(variable);
        continue;
      }
      next[variable] = edge + 1;
      const target = intAt(after, intAt(items, edge));
      if (intAt(visited, target) === 0) enter(target);
      else if (intAt(componentOf, target) < 0)
        back[variable] = Math.min(intAt(back, variable), intAt(visited, target));
    }
  }
  return { count, componentOf, members: buckets(componentOf, count) };
}
