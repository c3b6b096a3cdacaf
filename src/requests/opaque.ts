import { type JsonObject, type Manifest, textAt } from "../manifest/manifest.ts";

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
  // Templates of objects for other controllers, clusters or namespaces.
  "apiextensions.crossplane.io/*",
  "argoproj.io/Application",
  "argoproj.io/ApplicationSet",
  "kro.run/ResourceGraphDefinition",
  "template.openshift.io/Template",
  // Values of a chart: its templates decide about account and names.
  "helm.toolkit.fluxcd.io/HelmRelease",
  // Patches and rules for the objects of others.
  "kyverno.io/*",
  "mutations.gatekeeper.sh/*",
  "templates.gatekeeper.sh/*",
]);

/** True where nothing in the object is a pod spec of its own. Barriers are ours and ask no signer. */
export function isOpaque({ ref, value }: Manifest): boolean {
  return (
    opaqueKinds.has(`${ref.group}/${ref.kind}`) ||
    opaqueKinds.has(`${ref.group}/*`) ||
    textAt(value, "metadata", "labels", "grantwave.dev/barrier") === "true"
  );
}

/** Fields that describe values instead of holding them, in whatever kind. */
export const opaqueFields: ReadonlySet<string> = new Set(["openAPIV3Schema", "managedFields"]);

/** An object inside another that states a version and kind of its own: a manifest that is carried, not run. */
export function isEmbeddedManifest(value: JsonObject): boolean {
  return typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
}
