import { at } from "./at.ts";
import type { Hold, Reason } from "./constraint.ts";
import type { OrderGraph, OrderNode } from "./order-graph.ts";
import type { SolvedOrder } from "./plan-order.ts";

/** Two ends of a requirement, seen from one of them. */
export interface Tie {
  readonly reason: Reason;
  readonly other: number;
  /** How many waves must lie between the two at least. */
  readonly gap: 0 | 1;
}

/** One object or barrier on the way from a wave to what it is due to. */
export interface ChainLink {
  readonly node: number;
  readonly wave: number;
  /** What keeps it that low; undefined for the last link, which stands as high as it may. */
  readonly heldBy: Tie | undefined;
}

/**
 * Why a node has its wave: from holder to holder, each exactly as far below the next as it must be, to one that nothing
 * holds. The way is the one that the solver went; where several would do it takes the first.
 */
export function reasonChain({ graph, solution }: SolvedOrder, node: number): readonly ChainLink[] {
  const links: ChainLink[] = [];
  for (let here: number | undefined = node; here !== undefined; here = links.at(-1)?.heldBy?.other) {
    const hold: Hold | undefined = solution.holds[here];
    links.push({ node: here, wave: at(solution.values, here), heldBy: hold && tieOf(graph, hold) });
  }
  return links;
}

/** Everything that is required to come after a node, in the order of the requirements. */
export function requiredAfter({ edges }: OrderGraph, node: number): readonly Tie[] {
  return edges
    .filter(({ before }) => before === node)
    .map(({ after, gap, reason }) => ({ reason, other: after, gap }));
}

/** Everything that is required to come before a node, in the order of the requirements. */
export function requiredBefore({ edges }: OrderGraph, node: number): readonly Tie[] {
  return edges
    .filter(({ after }) => after === node)
    .map(({ before, gap, reason }) => ({ reason, other: before, gap }));
}

/** The node that stands for an object or a barrier; undefined for what no sync applies. */
export function findNode({ nodes }: OrderGraph, isMeant: (node: OrderNode) => boolean): number | undefined {
  const index = nodes.findIndex(isMeant);
  return index < 0 ? undefined : index;
}

function tieOf(graph: OrderGraph, hold: Hold): Tie {
  if (hold.kind === "order") return { reason: "user", other: hold.other, gap: 1 };
  const { after, gap, reason } = at(graph.edges, hold.constraint);
  return { reason, other: after, gap };
}
