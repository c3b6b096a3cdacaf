import type { Outcome } from "../../findings/finding.ts";
import type { Edge, OrderContext } from "../order-graph.ts";

/** Every dependent is applied one wave after the barrier that waits for its grants. */
export function barrierEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  for (const { node: barrier, group } of context.barriers) {
    for (const dependent of new Set(group.requesters.map((requester) => requester.dependent))) {
      const after = context.nodeOf.get(dependent);
      if (after !== undefined) edges.push({ before: barrier, after, gap: 1, reason: "barrier" });
    }
  }
  return { value: edges, findings: [] };
}
