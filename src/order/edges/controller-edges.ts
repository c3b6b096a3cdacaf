import { hasHealthCheck } from "../../argo/health.ts";
import type { SignerConfig } from "../../config/config.ts";
import type { Outcome } from "../../findings/finding.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { at } from "../at.ts";
import { type Edge, type OrderContext, phaseRelation } from "../order-graph.ts";
import { signerWorkload } from "../signer-workload.ts";

/**
 * Whoever must report on a policy object has to be there no later than the object, or nobody would ever report: to the
 * barrier (`status`), or to Argo CD, which waits for the health of the object between two waves whatever the method is. In
 * the same wave is enough: what stands behind them waits for the report. A policy that nobody waits for needs no
 * controller before it.
 */
export function controllerEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  for (const { group } of context.barriers) {
    if (group.policyManifest === undefined || !isReportedOn(group.policyManifest, group.signer)) continue;
    const controller = signerWorkload(context, group.signer);
    const policy = context.nodeOf.get(group.policyManifest);
    if (controller === undefined || policy === undefined) continue;
    if (phaseRelation(at(context.nodes, controller), at(context.nodes, policy)) !== "same") continue;
    edges.push({ before: controller, after: policy, gap: 0, reason: "controller" });
  }
  return { value: edges, findings: [] };
}

function isReportedOn(policy: Manifest, { readiness }: SignerConfig): boolean {
  return readiness.method === "status" || hasHealthCheck(policy);
}
