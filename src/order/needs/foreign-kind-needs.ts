import { finding, type Outcome } from "../../findings/finding.ts";
import { textAt } from "../../manifest/manifest.ts";
import { isBuiltInGroup } from "../../manifest/object-ref.ts";
import { at } from "../at.ts";
import type { Edge, NeedSource } from "../order-graph.ts";

const syncOptions = "argocd.argoproj.io/sync-options";
const skipsDryRun = /(?:^|,)\s*SkipDryRunOnMissingResource=true\s*(?:,|$)/;

/**
 * Custom resources that must be there before a barrier and whose CustomResourceDefinition is not part of the render. No
 * wave helps them: before the first one Argo CD tries all objects, and a kind that the cluster does not know yet fails the
 * sync (gitops-engine 3.6.1 `sync_context.go` `Sync`), unless the object's sync option says otherwise.
 */
export const foreignKindNeeds: NeedSource = (context) => {
  const defined = new Set(
    context.objects
      .filter(({ manifest }) => manifest.ref.kind === "CustomResourceDefinition")
      .map(
        ({ manifest: { value } }) =>
          `${textAt(value, "spec", "group")}/${textAt(value, "spec", "names", "kind")}`,
      ),
  );
  return (node): Outcome<readonly Edge[]> => {
    const needed = at(context.nodes, node);
    if (needed.kind === "barrier") return { value: [], findings: [] };
    const { ref, annotations, source } = needed.object.manifest;
    const isKnown = isBuiltInGroup(ref.group) || defined.has(`${ref.group}/${ref.kind}`);
    if (isKnown || skipsDryRun.test(annotations[syncOptions] ?? "")) return { value: [], findings: [] };
    return { value: [], findings: [finding("kind-defined-elsewhere", { refs: [ref], source }, {})] };
  };
};
