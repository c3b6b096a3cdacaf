import { isApplication } from "../../argo/child-applications.ts";
import { hasHealthCheck } from "../../argo/health.ts";
import type { Outcome } from "../../findings/finding.ts";
import { isBuiltInGroup } from "../../manifest/object-ref.ts";
import { podSpecPath } from "../../requests/pod-templates.ts";
import { at } from "../at.ts";
import { isMovedByArgo } from "../moved-by-argo.ts";
import { type Edge, type NeedSource, phaseRelation } from "../order-graph.ts";
import type { OrderedObject } from "../ordered-object.ts";
import { once } from "./once.ts";

/**
 * A workload that is lowered before a barrier takes along everything that stood beside or before it and cannot block:
 * built-in objects without a health check (accounts, roles, network policies, quotas …). Its author counted on them, and
 * nobody can say which of them it would miss. What has a health check stays, since the sync would newly wait for it;
 * what it names of such things is a prerequisite. Scalers stay with their target: those have a health check.
 */
export const closureNeeds: NeedSource = (context) => {
  const movable = once(() => context.objects.filter(isHarmless));
  return (node, known): Outcome<readonly Edge[]> => {
    const lowered = at(context.nodes, node);
    if (lowered.kind === "barrier" || podSpecPath(lowered.object.manifest.ref) === undefined) {
      return { value: [], findings: [] };
    }
    const later = known.reachedFrom(node);
    const edges: Edge[] = [];
    for (const companion of movable()) {
      const before = context.nodeOf.get(companion.manifest);
      if (before === undefined || later.has(before) || companion.wave > lowered.object.wave) continue;
      if (phaseRelation({ kind: "object", object: companion }, lowered) !== "same") continue;
      edges.push({ before, after: node, gap: 0, reason: "prerequisite" });
    }
    return { value: edges, findings: [] };
  };
};

/** Webhook configurations are left out: applied before their backend is up, they would refuse what comes next. */
const webhookGroup = "admissionregistration.k8s.io";

function isHarmless({ manifest, isPolicy }: OrderedObject): boolean {
  const { ref } = manifest;
  if (isPolicy || isMovedByArgo(ref) || isApplication(ref)) return false;
  return isBuiltInGroup(ref.group) && ref.group !== webhookGroup && !hasHealthCheck(manifest);
}
