import type { Outcome } from "../../findings/finding.ts";
import { at } from "../at.ts";
import { type Edge, type OrderContext, phaseRelation } from "../order-graph.ts";
import { signerWorkload } from "../signer-workload.ts";

/**
 * `status`: whoever must report on a policy object has to be there no later than the object, or nobody would ever report.
 * In the same wave is enough: the barrier behind them waits for the report.
 */
export function controllerEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  for (const { group } of context.barriers) {
    if (group.signer.readiness.method !== "status" || group.policyManifest === undefined) continue;
    const controller = signerWorkload(context, group.signer);
    const policy = context.nodeOf.get(group.policyManifest);
    if (controller === undefined || policy === undefined) continue;
    if (phaseRelation(at(context.nodes, controller), at(context.nodes, policy)) !== "same") continue;
    edges.push({ before: controller, after: policy, gap: 0, reason: "controller" });
  }
  return { value: edges, findings: [] };
}
