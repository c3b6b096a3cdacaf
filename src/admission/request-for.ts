import { isObject, type JsonObject, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import { objectLabels } from "./object-labels.ts";
import { type AdmissionRequest, type UnknownPart, versionOf } from "./request.ts";
import { type ResourceTable, resourcesOf } from "./resources.ts";

/** What a render says about the cluster that its objects are applied to. */
export interface AdmissionContext {
  readonly resources: ResourceTable;
  /** Labels of the Namespaces that are part of the render. Those that controllers add later are not among them. */
  readonly namespaces: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

export function admissionContext(manifests: readonly Manifest[]): AdmissionContext {
  const namespaces = new Map<string, Readonly<Record<string, string>>>();
  for (const { ref, value } of manifests) {
    if (ref.group !== "" || ref.kind !== "Namespace") continue;
    const { labels, complete } = objectLabels(value, true);
    if (complete) namespaces.set(ref.name, labels);
  }
  return { resources: resourcesOf(manifests), namespaces };
}

/**
 * The request with which Argo CD has an object of the render made or changed, and what is not known about it: who
 * asks, and on UPDATE what the cluster has besides what the manifest says.
 */
export function requestFor(
  manifest: Manifest,
  operation: "CREATE" | "UPDATE",
  context: AdmissionContext,
): AdmissionRequest {
  const { ref, apiVersion, value } = manifest;
  const served = context.resources.find(ref.group, ref.kind);
  const namespace = namespaceOf(manifest, served?.isNamespaced);
  const labels = context.namespaces.get(namespace);
  const name = textAt(value, "metadata", "name") ?? "";
  const version = versionOf(apiVersion);
  // Argo CD adds annotations of its own: what it tracks the object by, and what was applied last.
  const unknown: UnknownPart[] = ["userInfo", "annotations"];
  if (served === undefined) unknown.push("resource", "scope");
  if (served?.isNamespaced && namespace === "") unknown.push("scope");
  if (!served?.areEquivalentsKnown) unknown.push("equivalents");
  if (served === undefined || served.hasDefaults(version)) unknown.push("defaults");
  if (labels === undefined) unknown.push("namespaceLabels");
  if (name === "") unknown.push("name");
  if (operation === "UPDATE") unknown.push("object", "oldObject");
  return {
    operation,
    group: ref.group,
    version,
    resource: served?.resource ?? "",
    subresource: "",
    kind: ref.kind,
    namespace,
    name,
    namespaceLabels: labels ?? labelsOfAny(namespace),
    object: inNamespace(value, served?.isNamespaced === true ? namespace : ""),
    oldObject: null,
    userInfo: {},
    dryRun: false,
    equivalents: served?.equivalents ?? [],
    unknown,
  };
}

/** A Namespace is asked for under its own name, other cluster-scoped objects without one. */
function namespaceOf({ ref }: Manifest, isNamespaced: boolean | undefined): string {
  if (ref.group === "" && ref.kind === "Namespace") return ref.name;
  return isNamespaced === false ? "" : ref.namespace;
}

/** The one label that every Namespace has: the API server sets it. */
function labelsOfAny(namespace: string): Readonly<Record<string, string>> | null {
  return namespace === "" ? null : { "kubernetes.io/metadata.name": namespace };
}

/** The API server fills in the namespace of the request before it asks anybody. */
function inNamespace(value: JsonObject, namespace: string): JsonObject {
  const metadata = valueAt(value, "metadata");
  if (namespace === "" || !isObject(metadata)) return value;
  return { ...value, metadata: { ...metadata, namespace } };
}
