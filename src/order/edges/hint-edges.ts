import { phases } from "../../argo/phase.ts";
import { type Finding, finding, type Outcome } from "../../findings/finding.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { at } from "../at.ts";
import { type HintTarget, hintAnnotations } from "../hints.ts";
import { type Edge, firstPhase, type OrderContext, phaseRelation } from "../order-graph.ts";

/**
 * What an author asked for: this object one wave after that one. Asked of the object that comes later, by our own
 * annotation or by the one of kpt and cli-utils. A hint that cannot be followed is told, never passed over.
 */
export function hintEdges(context: OrderContext): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  const findings: Finding[] = [];
  for (const [after, { manifest }] of context.objects.entries()) {
    for (const { annotation, read } of hintAnnotations) {
      if (!Object.hasOwn(manifest.annotations, annotation)) continue;
      const where = { refs: [manifest.ref], source: manifest.source };
      for (const { text, target } of read(manifest.annotations[annotation] ?? "", manifest.ref)) {
        if (target === undefined) {
          findings.push(finding("hint-malformed", where, { annotation, value: text }));
          continue;
        }
        const found = resolve(context, manifest, target);
        if (found.length !== 1) {
          findings.push(
            finding("hint-unresolved", where, { annotation, value: text, candidates: found.length }),
          );
          continue;
        }
        const before = context.nodeOf.get(at(found, 0)) ?? after;
        const relation = phaseRelation(at(context.nodes, before), at(context.nodes, after));
        if (relation === "same") edges.push({ before, after, gap: 1, reason: "hint" });
        if (relation !== "later") continue;
        findings.push(
          finding(
            "hint-across-phases",
            { ...where, refs: [manifest.ref, at(found, 0).ref] },
            {
              annotation,
              phase: at(phases, firstPhase(at(context.nodes, after))),
              otherPhase: at(phases, firstPhase(at(context.nodes, before))),
            },
          ),
        );
      }
    }
  }
  return { value: edges, findings };
}

/** The objects that a hint may mean; where its namespace was left out, one of the object's own namespace wins. */
function resolve(context: OrderContext, from: Manifest, target: HintTarget): readonly Manifest[] {
  const matching = context.named(target.name).filter(({ ref }) => target.means(ref));
  const near = matching.filter(({ ref }) => ref.namespace === from.ref.namespace || ref.namespace === "");
  return near.length > 0 ? near : matching;
}
