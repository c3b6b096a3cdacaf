import { phases } from "../../argo/phase.ts";
import { type Finding, finding, type Outcome } from "../../findings/finding.ts";
import { at } from "../at.ts";
import { type Edge, firstPhase, type OrderContext, phaseRelation } from "../order-graph.ts";

/**
 * A policy object is applied one wave before the barrier that asks for it. Waves do not cross phases: a policy of an
 * earlier phase needs no edge (the barrier stays, applied is not loaded), and a policy of a later phase can never be
 * there in time, which only the author can mend.
 */
export function grantEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  const findings: Finding[] = [];
  for (const { node: barrier, group } of context.barriers) {
    const { policyManifest } = group;
    const policy = policyManifest === undefined ? undefined : context.nodeOf.get(policyManifest);
    if (policy === undefined || policyManifest === undefined) continue;
    const relation = phaseRelation(at(context.nodes, policy), at(context.nodes, barrier));
    if (relation === "same") edges.push({ before: policy, after: barrier, gap: 1, reason: "grant" });
    if (relation !== "later") continue;
    const policyPhase = at(phases, firstPhase(at(context.nodes, policy)));
    for (const dependent of new Set(group.requesters.map((requester) => requester.dependent))) {
      const where = { refs: [dependent.ref, policyManifest.ref], source: dependent.source };
      findings.push(finding("phase-inversion", where, { dependentPhase: group.phase, policyPhase }));
    }
  }
  return { value: edges, findings };
}
