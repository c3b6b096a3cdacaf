import { type Phase, phases } from "../argo/phase.ts";
import type { BarrierGroup } from "../barrier/barrier.ts";
import type { Finding, Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { Variable } from "./constraint.ts";
import { barrierEdges } from "./edges/barrier-edges.ts";
import { grantEdges } from "./edges/grant-edges.ts";
import type { Edge, OrderContext, OrderedObject, OrderGraph, OrderNode } from "./order-graph.ts";

/** The sources of constraints, one file each: what they know of one another is nothing. */
const edgeSources: readonly ((context: OrderContext) => Outcome<readonly Edge[]>)[] = [
  grantEdges,
  barrierEdges,
];

/**
 * Turns objects and barriers into an order problem: one variable each, bounded by the wave its author gave it, and one
 * constraint per reason. `objects` are those that Argo CD applies in this sync (last of duplicates, no skipped hooks).
 */
export function deriveOrder(
  objects: readonly OrderedObject[],
  groups: readonly BarrierGroup[],
  options: { readonly policyWave: number },
): Outcome<OrderGraph> {
  const nodes: OrderNode[] = [
    ...objects.map((object): OrderNode => ({ kind: "object", object })),
    ...groups.map((group): OrderNode => ({ kind: "barrier", group })),
  ];
  const context: OrderContext = {
    nodes,
    nodeOf: new Map<Manifest, number>(objects.map((object, index) => [object.manifest, index])),
    barriers: groups.map((group, index) => ({ node: objects.length + index, group })),
  };
  const edges: Edge[] = [];
  const findings: Finding[] = [];
  for (const source of edgeSources) {
    const outcome = source(context);
    for (const edge of outcome.value) edges.push(edge);
    for (const found of outcome.findings) findings.push(found);
  }
  const variables = nodes.map((node) => variableOf(node, options.policyWave));
  return { value: { nodes, edges, problem: { variables, constraints: edges } }, findings };
}

function variableOf(node: OrderNode, policyWave: number): Variable {
  if (node.kind === "barrier") return { upper: Number.POSITIVE_INFINITY, groups: [] };
  const { manifest, wave, hook, early } = node.object;
  if (early) return { upper: Math.min(wave, policyWave), groups: [] };
  return { upper: wave, groups: isBoundByUserOrder(manifest.ref) ? orderGroups(hook.phases) : [] };
}

/** SyncFail hooks run all at once, whatever their waves (gitops-engine 3.6 `sync_context.go` `executeSyncFailPhase`). */
function orderGroups(hookPhases: readonly Phase[]): readonly number[] {
  return hookPhases.filter((phase) => phase !== "SyncFail").map((phase) => phases.indexOf(phase));
}

/** Kinds whose place is not the author's wave alone: Argo CD moves the first two by itself, we never touch the others. */
const unboundKinds: readonly { readonly group: string; readonly kind: string }[] = [
  { group: "", kind: "Namespace" },
  { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" },
  { group: "argoproj.io", kind: "Application" },
  { group: "argoproj.io", kind: "ApplicationSet" },
];

function isBoundByUserOrder(ref: ObjectRef): boolean {
  return !unboundKinds.some((unbound) => unbound.group === ref.group && unbound.kind === ref.kind);
}
