import { appendTo } from "../append-to.ts";
import { isApplication } from "../argo/child-applications.ts";
import { hasHealthCheck } from "../argo/health.ts";
import { type Phase, phases } from "../argo/phase.ts";
import type { BarrierGroup } from "../barrier/barrier.ts";
import type { Finding, Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { refKey } from "../manifest/object-ref.ts";
import type { Variable } from "./constraint.ts";
import { barrierEdges } from "./edges/barrier-edges.ts";
import { canaryEdges } from "./edges/canary-edges.ts";
import { controllerEdges } from "./edges/controller-edges.ts";
import { grantEdges } from "./edges/grant-edges.ts";
import { hintEdges } from "./edges/hint-edges.ts";
import { signerEdges } from "./edges/signer-edges.ts";
import { isMovedByArgo } from "./moved-by-argo.ts";
import { admissionNeeds } from "./needs/admission-needs.ts";
import { closureNeeds } from "./needs/closure-needs.ts";
import { findNeeds } from "./needs/find-needs.ts";
import { foreignKindNeeds } from "./needs/foreign-kind-needs.ts";
import { hintedNeeds } from "./needs/hinted-needs.ts";
import { prerequisiteNeeds } from "./needs/prerequisite-needs.ts";
import type { Edge, EdgeSource, NeedSource, OrderContext, OrderGraph, OrderNode } from "./order-graph.ts";
import type { OrderedObject } from "./ordered-object.ts";

/** The sources of constraints, one file each: what they know of one another is nothing. */
const edgeSources: readonly EdgeSource[] = [
  grantEdges,
  barrierEdges,
  signerEdges,
  controllerEdges,
  canaryEdges,
  hintEdges,
];

const needSources: readonly NeedSource[] = [
  prerequisiteNeeds,
  closureNeeds,
  admissionNeeds,
  foreignKindNeeds,
];

/**
 * Turns objects and barriers into an order problem: one variable each, bounded by the wave its author gave it, and one
 * constraint per reason. `objects` are those that Argo CD applies in this sync (last of duplicates, no skipped hooks).
 */
export function deriveOrder(
  objects: readonly OrderedObject[],
  groups: readonly BarrierGroup[],
  options: { readonly policyWave: number; readonly barrierNamespace: string },
): Outcome<OrderGraph> {
  const context = contextOf(objects, groups, options.barrierNamespace);
  const edges: Edge[] = [];
  const findings: Finding[] = [];
  const take = (outcome: Outcome<readonly Edge[]>) => {
    for (const edge of outcome.value) edges.push(edge);
    for (const found of outcome.findings) findings.push(found);
  };
  for (const source of edgeSources) take(source(context));
  const goals = context.barriers.map(({ node }) => node);
  take(findNeeds(context, edges, goals, needSources));
  take(hintedNeeds(context, edges));

  const distinct = withoutRepeats(edges, context.nodes.length);
  const needing = new Set(distinct.map((edge) => edge.after));
  const variables = context.nodes.map((node, index) =>
    variableOf(node, needing.has(index), options.policyWave),
  );
  return {
    value: { nodes: context.nodes, edges: distinct, problem: { variables, constraints: distinct } },
    findings,
  };
}

/** Of several edges between the same two, the first that asks for the most. */
function withoutRepeats(edges: readonly Edge[], nodeCount: number): readonly Edge[] {
  const strongest = new Map<number, Edge>();
  for (const edge of edges) {
    const key = edge.before * nodeCount + edge.after;
    const other = strongest.get(key);
    if (other === undefined || other.gap < edge.gap) strongest.set(key, edge);
  }
  return [...strongest.values()];
}

function contextOf(
  objects: readonly OrderedObject[],
  groups: readonly BarrierGroup[],
  barrierNamespace: string,
): OrderContext {
  const byIdentity = new Map(objects.map(({ manifest }, index) => [refKey(manifest.ref), index]));
  const byName = new Map<string, Manifest[]>();
  for (const { manifest } of objects) {
    appendTo(byName, manifest.ref.name, manifest);
  }
  return {
    nodes: [
      ...objects.map((object): OrderNode => ({ kind: "object", object })),
      ...groups.map((group): OrderNode => ({ kind: "barrier", group })),
    ],
    objects,
    nodeOf: new Map<Manifest, number>(objects.map((object, index) => [object.manifest, index])),
    find: (ref) => byIdentity.get(refKey(ref)),
    named: (name) => byName.get(name) ?? [],
    barriers: groups.map((group, index) => ({ node: objects.length + index, group })),
    barrierNamespace,
  };
}

function variableOf(node: OrderNode, needsOthers: boolean, policyWave: number): Variable {
  if (node.kind === "barrier") return { upper: Number.POSITIVE_INFINITY, groups: [] };
  const { manifest, wave, hook } = node.object;
  if (goesEarly(node.object, needsOthers)) return { upper: Math.min(wave, policyWave), groups: [] };
  const isBound = !isMovedByArgo(manifest.ref) && !isApplication(manifest.ref);
  return { upper: wave, groups: isBound ? orderGroups(hook.phases) : [] };
}

/**
 * A policy that nobody reports on and that needs nothing of this render goes to the policy wave, whatever depends on it:
 * early enough for dependents in another source of the same Application, and in nobody's way. One with a health check or
 * with needs goes just below its barrier.
 */
function goesEarly({ manifest, isPolicy }: OrderedObject, needsOthers: boolean): boolean {
  return isPolicy && !needsOthers && !hasHealthCheck(manifest);
}

/** SyncFail hooks run all at once, whatever their waves (gitops-engine 3.6 `sync_context.go` `executeSyncFailPhase`). */
function orderGroups(hookPhases: readonly Phase[]): readonly number[] {
  return hookPhases.filter((phase) => phase !== "SyncFail").map((phase) => phases.indexOf(phase));
}
