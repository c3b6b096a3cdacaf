import { type JsonObject, textAt } from "./manifest.ts";

/** Which kinds live in namespaces, as far as a render can tell. */
export interface Scope {
  isNamespaced(group: string, kind: string): boolean;
}

/**
 * The kinds that Kubernetes 1.37 itself serves without a namespace: `+genclient:nonNamespaced` in k8s.io/api v0.37,
 * apiextensions-apiserver and kube-aggregator, plus those that earlier versions had.
 */
const clusterScoped: Readonly<Record<string, readonly string[]>> = {
  "": ["ComponentStatus", "Namespace", "Node", "PersistentVolume"],
  "admissionregistration.k8s.io": [
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
    "MutatingWebhookConfiguration",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
  ],
  "apiextensions.k8s.io": ["CustomResourceDefinition"],
  "apiregistration.k8s.io": ["APIService"],
  "authentication.k8s.io": ["SelfSubjectReview", "TokenReview"],
  "authorization.k8s.io": ["SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"],
  "certificates.k8s.io": ["CertificateSigningRequest", "ClusterTrustBundle"],
  "flowcontrol.apiserver.k8s.io": ["FlowSchema", "PriorityLevelConfiguration"],
  "imagepolicy.k8s.io": ["ImageReview"],
  "internal.apiserver.k8s.io": ["StorageVersion"],
  "networking.k8s.io": ["ClusterCIDR", "IPAddress", "IngressClass", "ServiceCIDR"],
  "node.k8s.io": ["RuntimeClass"],
  policy: ["PodSecurityPolicy"],
  "rbac.authorization.k8s.io": ["ClusterRole", "ClusterRoleBinding"],
  "resource.k8s.io": ["DeviceClass", "DeviceTaintRule", "ResourcePoolStatusRequest", "ResourceSlice"],
  "scheduling.k8s.io": ["PriorityClass"],
  "storage.k8s.io": ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"],
  "storagemigration.k8s.io": ["StorageVersionMigration"],
};

const builtIn: ReadonlySet<string> = new Set(
  Object.entries(clusterScoped).flatMap(([group, kinds]) => kinds.map((kind) => scopeKey(group, kind))),
);

/**
 * The scopes that hold in one render: its own CustomResourceDefinitions decide for their kinds, the table above for
 * what Kubernetes serves, and whatever neither knows counts as namespaced, as most kinds are.
 */
export function scopeOf(objects: Iterable<JsonObject>): Scope {
  const defined = new Map<string, boolean>();
  for (const object of objects) {
    if (textAt(object, "kind") !== "CustomResourceDefinition") continue;
    const group = textAt(object, "spec", "group");
    const kind = textAt(object, "spec", "names", "kind");
    const scope = textAt(object, "spec", "scope");
    if (group === undefined || kind === undefined || scope === undefined) continue;
    defined.set(scopeKey(group, kind), scope === "Namespaced");
  }
  return {
    isNamespaced(group, kind) {
      const key = scopeKey(group, kind);
      return defined.get(key) ?? !builtIn.has(key);
    },
  };
}

function scopeKey(group: string, kind: string): string {
  return `${group}\u0000${kind}`;
}
