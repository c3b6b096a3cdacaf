import type { ResourceIdentity } from "./request.ts";

export interface BuiltInKind {
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** The versions in which Kubernetes 1.37 can serve it; those with `alpha` or `beta` are off unless turned on. */
  readonly versions: readonly string[];
}

/**
 * The kinds that Kubernetes 1.37 serves by group, as `KIND/PLURAL[@VERSION,…]`, cluster-scoped ones and those in
 * namespaces apart; without a version it is `v1` (kubernetes 1.37.0 `api/discovery/*.json`).
 */
const kinds: Readonly<Record<string, { readonly cluster: string; readonly namespaced: string }>> = {
  "": {
    cluster:
      "ComponentStatus/componentstatuses Namespace/namespaces Node/nodes PersistentVolume/persistentvolumes",
    namespaced:
      "Binding/bindings ConfigMap/configmaps Endpoints/endpoints Event/events LimitRange/limitranges PersistentVolumeClaim/persistentvolumeclaims Pod/pods PodTemplate/podtemplates ReplicationController/replicationcontrollers ResourceQuota/resourcequotas Secret/secrets Service/services ServiceAccount/serviceaccounts",
  },
  "admissionregistration.k8s.io": {
    cluster:
      "MutatingAdmissionPolicy/mutatingadmissionpolicies@v1,v1beta1,v1alpha1 MutatingAdmissionPolicyBinding/mutatingadmissionpolicybindings@v1,v1beta1,v1alpha1 MutatingWebhookConfiguration/mutatingwebhookconfigurations ValidatingAdmissionPolicy/validatingadmissionpolicies ValidatingAdmissionPolicyBinding/validatingadmissionpolicybindings ValidatingWebhookConfiguration/validatingwebhookconfigurations",
    namespaced: "",
  },
  "apiextensions.k8s.io": { cluster: "CustomResourceDefinition/customresourcedefinitions", namespaced: "" },
  "apiregistration.k8s.io": { cluster: "APIService/apiservices", namespaced: "" },
  apps: {
    cluster: "",
    namespaced:
      "ControllerRevision/controllerrevisions DaemonSet/daemonsets Deployment/deployments ReplicaSet/replicasets StatefulSet/statefulsets",
  },
  "authentication.k8s.io": {
    cluster: "SelfSubjectReview/selfsubjectreviews TokenReview/tokenreviews",
    namespaced: "",
  },
  "authorization.k8s.io": {
    cluster:
      "SelfSubjectAccessReview/selfsubjectaccessreviews SelfSubjectRulesReview/selfsubjectrulesreviews SubjectAccessReview/subjectaccessreviews",
    namespaced: "LocalSubjectAccessReview/localsubjectaccessreviews",
  },
  autoscaling: { cluster: "", namespaced: "HorizontalPodAutoscaler/horizontalpodautoscalers@v2,v1" },
  batch: { cluster: "", namespaced: "CronJob/cronjobs Job/jobs" },
  "certificates.k8s.io": {
    cluster:
      "CertificateSigningRequest/certificatesigningrequests ClusterTrustBundle/clustertrustbundles@v1,v1beta1",
    namespaced: "PodCertificateRequest/podcertificaterequests@v1,v1beta1",
  },
  "coordination.k8s.io": {
    cluster: "",
    namespaced: "Lease/leases LeaseCandidate/leasecandidates@v1beta1,v1alpha2",
  },
  "discovery.k8s.io": { cluster: "", namespaced: "EndpointSlice/endpointslices" },
  "events.k8s.io": { cluster: "", namespaced: "Event/events" },
  "flowcontrol.apiserver.k8s.io": {
    cluster: "FlowSchema/flowschemas PriorityLevelConfiguration/prioritylevelconfigurations",
    namespaced: "",
  },
  "internal.apiserver.k8s.io": { cluster: "StorageVersion/storageversions@v1alpha1", namespaced: "" },
  "lifecycle.k8s.io": {
    cluster: "",
    namespaced: "Eviction/evictions@v1alpha1 EvictionRequest/evictionrequests@v1alpha1",
  },
  "networking.k8s.io": {
    cluster: "IPAddress/ipaddresses IngressClass/ingressclasses ServiceCIDR/servicecidrs",
    namespaced: "Ingress/ingresses NetworkPolicy/networkpolicies",
  },
  "node.k8s.io": { cluster: "RuntimeClass/runtimeclasses", namespaced: "" },
  policy: { cluster: "", namespaced: "PodDisruptionBudget/poddisruptionbudgets" },
  "rbac.authorization.k8s.io": {
    cluster: "ClusterRole/clusterroles ClusterRoleBinding/clusterrolebindings",
    namespaced: "Role/roles RoleBinding/rolebindings",
  },
  "resource.k8s.io": {
    cluster:
      "DeviceClass/deviceclasses@v1,v1beta2,v1beta1 DeviceTaintRule/devicetaintrules@v1,v1beta2,v1alpha3 ResourcePoolStatusRequest/resourcepoolstatusrequests@v1alpha3 ResourceSlice/resourceslices@v1,v1beta2,v1beta1",
    namespaced:
      "ResourceClaim/resourceclaims@v1,v1beta2,v1beta1 ResourceClaimTemplate/resourceclaimtemplates@v1,v1beta2,v1beta1",
  },
  "scheduling.k8s.io": {
    cluster: "PriorityClass/priorityclasses",
    namespaced:
      "CompositePodGroup/compositepodgroups@v1alpha3 PodGroup/podgroups@v1beta1,v1alpha3 Workload/workloads@v1beta1,v1alpha3",
  },
  "storage.k8s.io": {
    cluster:
      "CSIDriver/csidrivers CSINode/csinodes StorageClass/storageclasses VolumeAttachment/volumeattachments VolumeAttributesClass/volumeattributesclasses",
    namespaced: "CSIStorageCapacity/csistoragecapacities",
  },
  "storagemigration.k8s.io": {
    cluster: "StorageVersionMigration/storageversionmigrations@v1,v1beta1",
    namespaced: "",
  },
};

const table: ReadonlyMap<string, BuiltInKind> = new Map(
  Object.entries(kinds).flatMap(([group, { cluster, namespaced }]) =>
    [...parseKinds(cluster, false), ...parseKinds(namespaced, true)].map((row) => [
      `${group}/${row.kind}`,
      row,
    ]),
  ),
);

function parseKinds(text: string, isNamespaced: boolean): readonly BuiltInKind[] {
  return [...text.matchAll(/(\w+)\/(\w+)(?:@(\S+))?/g)].map(
    ([, kind = "", resource = "", versions = "v1"]) => ({
      kind,
      resource,
      isNamespaced,
      versions: versions.split(","),
    }),
  );
}

/** The kind of a group that Kubernetes itself serves; undefined for all others. */
export function builtInKind(group: string, kind: string): BuiltInKind | undefined {
  return table.get(`${group}/${kind}`);
}

/** Groups whose objects the API server decodes into structs of its own; `extensions` is one that it once served. */
export function isServedByKubernetes(group: string): boolean {
  return group === "extensions" || Object.hasOwn(kinds, group);
}

/** Resources of which the API server keeps one set of objects under two groups, each with the other's name. */
const cohabitants: ReadonlyMap<string, ResourceIdentity> = new Map([
  ["/events", { group: "events.k8s.io", version: "v1", resource: "events" }],
  ["events.k8s.io/events", { group: "", version: "v1", resource: "events" }],
]);

/** kubernetes 1.37 `pkg/kubeapiserver/default_storage_factory_builder.go` `AddCohabitatingResources`. */
export function cohabitantOf(group: string, resource: string): ResourceIdentity | undefined {
  return cohabitants.get(`${group}/${resource}`);
}
