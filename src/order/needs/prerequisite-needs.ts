import { appendAll } from "../../append-all.ts";
import { type Finding, finding, type Outcome } from "../../findings/finding.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { indexBindings } from "../../references/bindings.ts";
import { referencesOf } from "../../references/object-references.ts";
import { indexProviders } from "../../references/products.ts";
import { podSpecPath } from "../../requests/pod-templates.ts";
import { at } from "../at.ts";
import { gapByKind } from "../gap-by-kind.ts";
import { isMovedByArgo } from "../moved-by-argo.ts";
import { type Edge, type NeedSource, type OrderContext, phaseRelation } from "../order-graph.ts";
import { once } from "./once.ts";

/**
 * What an object before a barrier needs for its own work comes no later than the object: what it names (account,
 * ConfigMaps, Secrets, claims …), or who makes that (an ExternalSecret for a Secret), and the role bindings of its
 * account. Behind the barrier nobody may lack what was left at its old wave. A reference that the render does not
 * provide is told, since it has to be in the cluster already.
 */
export const prerequisiteNeeds: NeedSource = (context) => {
  const manifests = once(() => context.objects.map((object) => object.manifest));
  // Most barriers have nothing before them but a ConfigMap, which names nothing.
  const providers = once(() => indexProviders(manifests()));
  const bindings = once(() => indexBindings(manifests()));
  return (node): Outcome<readonly Edge[]> => {
    const needy = at(context.nodes, node);
    if (needy.kind === "barrier") return { value: [], findings: [] };
    const { manifest } = needy.object;
    const edges: Edge[] = [];
    const findings: Finding[] = [];
    for (const { to, required, path } of referencesOf(manifest)) {
      const found = providers()(to);
      if (found.length === 0 && required) {
        const where = { refs: [manifest.ref, to], source: manifest.source };
        findings.push(finding("reference-unprovided", where, { path }));
      }
      const bound = to.kind === "ServiceAccount" && isWorkload(manifest) ? bindings()(to) : [];
      for (const provider of [...found, ...bound]) appendAll(edges, edgeTo(context, provider, node));
    }
    return { value: edges, findings };
  };
};

function isWorkload({ ref }: Manifest): boolean {
  return podSpecPath(ref) !== undefined;
}

function edgeTo(context: OrderContext, provider: Manifest, node: number): readonly Edge[] {
  const before = context.nodeOf.get(provider);
  if (before === undefined || before === node || isMovedByArgo(provider.ref)) return [];
  const [from, to] = [at(context.nodes, before), at(context.nodes, node)];
  if (phaseRelation(from, to) !== "same") return [];
  return [{ before, after: node, gap: gapByKind(from, to), reason: "prerequisite" }];
}
