import type { Outcome } from "../../findings/finding.ts";
import { at } from "../at.ts";
import { gapByKind } from "../gap-by-kind.ts";
import { type Edge, type OrderContext, phaseRelation } from "../order-graph.ts";
import { signerWorkload } from "../signer-workload.ts";

/**
 * Methods whose barrier can only open behind a signer that runs. `rollout`: a policy that carries its content in its name
 * reaches the signer only by a rollout of the signer itself. `canary`: somebody has to answer the canary. With every other
 * method the signer is not moved: one that is not up yet cannot deny, and starts with the policy that is applied by then.
 */
const needRunningSigner: ReadonlySet<string> = new Set(["rollout", "canary"]);

/** Such a signer's workload stands between its policy and the barrier. */
export function signerEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  for (const { node: barrier, group } of context.barriers) {
    if (!needRunningSigner.has(group.signer.readiness.method)) continue;
    const workload = signerWorkload(context, group.signer);
    if (workload === undefined) continue;
    if (phaseRelation(at(context.nodes, workload), at(context.nodes, barrier)) !== "same") continue;
    edges.push({ before: workload, after: barrier, gap: 1, reason: "signer" });
    const policy = group.policyManifest === undefined ? undefined : context.nodeOf.get(group.policyManifest);
    if (policy === undefined) continue;
    if (phaseRelation(at(context.nodes, policy), at(context.nodes, workload)) !== "same") continue;
    const gap = gapByKind(at(context.nodes, policy), at(context.nodes, workload));
    edges.push({ before: policy, after: workload, gap, reason: "signer" });
  }
  return { value: edges, findings: [] };
}
