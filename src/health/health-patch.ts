import { healthScript } from "./health-script.ts";

/** A kind whose health follows from conditions. */
export interface ReportedKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Condition types that all have to be true, each once. */
  readonly conditions: readonly string[];
}

/**
 * The ConfigMap `argocd-cm` with health checks and nothing else in it: a patch for kubectl and for kustomize. Keys are
 * `resource.customizations.health.<group>_<kind>` (argo-cd 3.6.1 `util/settings/settings.go`).
 *
 * @param namespace Argo CD's own.
 */
export function healthPatch(kinds: readonly ReportedKind[], namespace: string): string {
  const data = kinds.flatMap(({ conditions, group, kind }) => [
    `  resource.customizations.health.${group === "" ? kind : `${group}_${kind}`}: |`,
    ...healthScript(conditions)
      .trimEnd()
      .split("\n")
      .map((line) => (line === "" ? "" : `    ${line}`)),
  ]);
  return [
    `# kubectl patch configmap argocd-cm --namespace ${namespace} --patch-file <this file>`,
    "apiVersion: v1",
    "kind: ConfigMap",
    "metadata:",
    "  name: argocd-cm",
    `  namespace: ${namespace}`,
    "data:",
    ...data,
    "",
  ].join("\n");
}
