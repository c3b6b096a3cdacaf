import type { Outcome } from "../../findings/finding.ts";
import { at } from "../at.ts";
import { type Edge, type OrderContext, phaseRelation } from "../order-graph.ts";

/**
 * A policy object is applied one wave before the barrier that asks for it. Waves do not cross phases: a policy of an
 * earlier phase needs no edge, and the barrier stays all the same, since applied is not loaded.
 */
export function grantEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  for (const { node: barrier, group } of context.barriers) {
    const policy = group.policyManifest === undefined ? undefined : context.nodeOf.get(group.policyManifest);
    if (policy === undefined) continue;
    if (phaseRelation(at(context.nodes, policy), at(context.nodes, barrier)) !== "same") continue;
    edges.push({ before: policy, after: barrier, gap: 1, reason: "grant" });
  }
  return { value: edges, findings: [] };
}
