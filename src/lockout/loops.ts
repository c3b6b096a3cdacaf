import type { Component } from "./component.ts";
import type { Reason } from "./reasons.ts";

/** One step of a loop: `from` waits for `to`. A dead end has no `to`: nobody could answer. */
export interface LoopStep {
  readonly from: Component;
  readonly to: Component | undefined;
  readonly reason: Reason;
}

export type Loop = readonly LoopStep[];

interface Edge {
  readonly to: number;
  readonly reason: Reason;
}

/** Loops are searched from each locked component; beyond this many they are not told apart any more. */
const mostStarts = 200;

/**
 * For each set of locked components that wait for each other, one of its shortest loops; in front of them those
 * components that are refused whatever is up. Those that only wait for a loop have none of their own.
 *
 * @param locked numbers of components that never come up.
 */
export function shortestLoops(
  components: readonly Component[],
  locked: readonly number[],
  reasonsOf: (number: number) => readonly { readonly reason: Reason; readonly anyOf: readonly number[] }[],
): readonly Loop[] {
  const isLocked = new Set(locked);
  const edges = new Map<number, readonly Edge[]>();
  const deadEnds: Loop[] = [];
  for (const number of locked) {
    const unmet = reasonsOf(number).filter(({ anyOf }) => anyOf.every((other) => isLocked.has(other)));
    edges.set(
      number,
      unmet.flatMap(({ anyOf, reason }) => anyOf.map((to) => ({ to, reason }))),
    );
    const refused = unmet.find(({ anyOf }) => anyOf.length === 0);
    const from = components[number];
    if (refused !== undefined && from !== undefined) {
      deadEnds.push([{ from, to: undefined, reason: refused.reason }]);
    }
  }
  const loops: Loop[] = [];
  const told = new Set<number>();
  for (const start of locked.slice(0, mostStarts)) {
    if (told.has(start)) continue;
    const path = shortestCycle(start, edges);
    if (path === undefined) continue;
    for (const { from } of path) told.add(from);
    loops.push(
      path.flatMap(({ from, edge }) => {
        const [source, target] = [components[from], components[edge.to]];
        return source === undefined ? [] : [{ from: source, to: target, reason: edge.reason }];
      }),
    );
  }
  return [...deadEnds, ...loops.sort((a, b) => a.length - b.length)];
}

interface Taken {
  readonly from: number;
  readonly edge: Edge;
}

/** Breadth first from one component back to itself. */
function shortestCycle(
  start: number,
  edges: ReadonlyMap<number, readonly Edge[]>,
): readonly Taken[] | undefined {
  const cameBy = new Map<number, Taken>();
  let frontier = [start];
  while (frontier.length > 0) {
    const next: number[] = [];
    for (const from of frontier) {
      for (const edge of edges.get(from) ?? []) {
        if (cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, { from, edge });
        if (edge.to === start) return pathTo(start, cameBy);
        next.push(edge.to);
      }
    }
    frontier = next;
  }
  return undefined;
}

function pathTo(start: number, cameBy: ReadonlyMap<number, Taken>): readonly Taken[] {
  const path: Taken[] = [];
  let at = start;
  do {
    const taken = cameBy.get(at);
    if (taken === undefined) break;
    path.push(taken);
    at = taken.from;
  } while (at !== start);
  return path.reverse();
}
