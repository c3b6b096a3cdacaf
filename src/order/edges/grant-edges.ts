import { phases } from "../../argo/phase.ts";
import { type Finding, finding, type Outcome } from "../../findings/finding.ts";
import { type Edge, type OrderContext, type OrderNode, phasesOf } from "../order-graph.ts";

/**
 * A policy object is applied one wave before the barrier that asks for it. Waves do not cross phases: a policy of an
 * earlier phase needs no edge (the barrier stays, applied is not loaded), and a policy of a later phase can never be
 * there in time, which only the author can mend.
 */
export function grantEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  const findings: Finding[] = [];
  for (const { node: barrier, group } of context.barriers) {
    const policy = group.policyManifest === undefined ? undefined : context.nodeOf.get(group.policyManifest);
    if (policy === undefined || group.policyManifest === undefined) continue;
    const lead = firstPhaseRank(context.nodes[policy]) - phases.indexOf(group.phase);
    if (lead === 0) edges.push({ before: policy, after: barrier, gap: 1, reason: "grant" });
    if (lead <= 0) continue;
    for (const dependent of new Set(group.requesters.map((requester) => requester.dependent))) {
      findings.push(
        finding(
          "phase-inversion",
          { refs: [dependent.ref, group.policyManifest.ref], source: dependent.source },
          { dependentPhase: group.phase, policyPhase: phases[phases.indexOf(group.phase) + lead] ?? "Sync" },
        ),
      );
    }
  }
  return { value: edges, findings };
}

/** The phase in which an object is there for the first time. */
function firstPhaseRank(node: OrderNode | undefined): number {
  return node === undefined ? 0 : Math.min(...phasesOf(node).map((phase) => phases.indexOf(phase)));
}
