import type { JsonObject, Manifest } from "../manifest/manifest.ts";

/**
 * Kinds that carry other objects, or parts of them, as material: what looks like a pod spec in them makes no pod in this
 * namespace under an account that can be read from here. By group and kind; `*` stands for every kind of the group.
 */
const opaqueKinds: ReadonlySet<string> = new Set([
  // Schemas, with defaults and examples.
  "apiextensions.k8s.io/CustomResourceDefinition",
  // Templates of Secrets.
  "bitnami.com/SealedSecret",
  "external-secrets.io/*",
  "generators.external-secrets.io/*",
  // Templates of objects for other controllers, clusters or namespaces.
  "apiextensions.crossplane.io/*",
  "argoproj.io/Application",
  "argoproj.io/ApplicationSet",
  "core.oam.dev/*",
  "kro.run/*",
  "pkg.crossplane.io/*",
  "template.openshift.io/Template",
  "triggers.tekton.dev/TriggerTemplate",
  "types.kubefed.io/*",
  "work.open-cluster-management.io/*",
  // Used in whatever namespace somebody runs them; where their CRD is not in the render, they look namespaced.
  "argoproj.io/ClusterAnalysisTemplate",
  "argoproj.io/ClusterWorkflowTemplate",
  "tekton.dev/ClusterTask",
  // Values of a chart: its templates decide about account and names.
  "fleet.cattle.io/*",
  "helm.cattle.io/*",
  "helm.crossplane.io/*",
  "helm.m.crossplane.io/*",
  "helm.toolkit.fluxcd.io/*",
  // Patches and rules for the objects of others.
  "apps.kruise.io/ResourceDistribution",
  "apps.kruise.io/WorkloadSpread",
  "constraints.gatekeeper.sh/*",
  "expansion.gatekeeper.sh/*",
  "kustomize.toolkit.fluxcd.io/*",
  "kyverno.io/*",
  "mutations.gatekeeper.sh/*",
  "policies.kyverno.io/*",
  "policy.karmada.io/*",
  "templates.gatekeeper.sh/*",
]);

/** True where nothing in the object is a pod spec of its own. */
export function isOpaque({ ref }: Manifest): boolean {
  return opaqueKinds.has(`${ref.group}/${ref.kind}`) || opaqueKinds.has(`${ref.group}/*`);
}

/** Fields that describe values instead of holding them, in whatever kind. */
export const opaqueFields: ReadonlySet<string> = new Set(["openAPIV3Schema", "managedFields"]);

/** An object inside another that states a version and kind of its own: a manifest that is carried, not run. */
export function isEmbeddedManifest(value: JsonObject): boolean {
  return typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
}
