import type { Outcome } from "../../findings/finding.ts";
import { at } from "../at.ts";
import { type Edge, type OrderContext, phaseRelation } from "../order-graph.ts";

/** `canary`: the barrier's pod runs as the dependent's account, which therefore must be there first. */
export function canaryEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  for (const { node: barrier, group } of context.barriers) {
    if (group.signer.readiness.method !== "canary") continue;
    for (const { namespace, serviceAccountName: name } of group.requesters) {
      const account = context.find({ group: "", kind: "ServiceAccount", namespace, name });
      if (account === undefined) continue;
      if (phaseRelation(at(context.nodes, account), at(context.nodes, barrier)) !== "same") continue;
      edges.push({ before: account, after: barrier, gap: 0, reason: "canary" });
    }
  }
  return { value: edges, findings: [] };
}
