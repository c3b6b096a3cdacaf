import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../../manifest/manifest.ts";
import type { CelPath } from "./cel-map.ts";

/**
 * Whether the API server, which decodes built-in kinds into Go structs, may see another value than the text says:
 * defaults fill in what is absent, empty values are dropped, quantities are rewritten (kubernetes 1.37
 * `pkg/apis/…/defaults.go`, plugins that come before webhooks, `omitempty` of `k8s.io/api`). A list of names and not
 * a schema: where the two could differ, the answer is yes.
 */
export function changesBuiltIn(object: JsonObject, path: CelPath, value: JsonValue | undefined): boolean {
  const [first] = path;
  const last = path.at(-1) ?? "";
  if (first === "apiVersion" || first === "kind") return false;
  if (first === "metadata") return path.length === 2 && isMetadataChanged(object, last, value);
  if (isSecretWithPlainText(object) && (first === "data" || first === "stringData")) return true;
  if (value === undefined) return isDefaulted(object, path);
  if (isEmpty(value) && !isKeptWhenEmpty(path)) return true;
  if (quantityFields.has(last) || quantityMaps.has(path.at(-2) ?? "")) return !isObject(value);
  return isPodSpec(object, path.slice(0, -1)) && !podSpecFields.has(last);
}

/** Mappings whose keys belong to the user. The others are structs, whose fields come and go with their values. */
export function haveOwnKeys(path: CelPath): boolean {
  return ownKeyMaps.has(path.at(-1) ?? "");
}

function isDefaulted(object: JsonObject, path: CelPath): boolean {
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1);
  if (haveOwnKeys(parent)) return false;
  // Of a pod, not of a container.
  if (last === "securityContext") return parent.at(-1) === "spec";
  if (last === "volumes") return isPodSpec(object, parent);
  return defaultedFields.has(last);
}

/** A ReplicationController without labels takes those of its template. */
function isMetadataChanged(object: JsonObject, field: string, value: JsonValue | undefined): boolean {
  if (value !== undefined) return isEmpty(value);
  return field === "labels" && textAt(object, "kind") === "ReplicationController";
}

function isSecretWithPlainText(object: JsonObject): boolean {
  return textAt(object, "kind") === "Secret" && isObject(valueAt(object, "stringData"));
}

function isPodSpec(object: JsonObject, path: CelPath): boolean {
  if (path.at(-1) !== "spec") return false;
  return path.at(-2) === "template" || (path.length === 1 && textAt(object, "kind") === "Pod");
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === false || value === 0 || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** Pointers in Go, which keep an empty value apart from none, and values of users' own keys. */
function isKeptWhenEmpty(path: CelPath): boolean {
  return pointerFields.has(path.at(-1) ?? "") || haveOwnKeys(path.slice(0, -1));
}

const pointerFields: ReadonlySet<string> = new Set([
  "allowPrivilegeEscalation",
  "automountServiceAccountToken",
  "backoffLimit",
  "completions",
  "enableServiceLinks",
  "fsGroup",
  "hostUsers",
  "immutable",
  "minReplicas",
  "optional",
  "parallelism",
  "privileged",
  "readOnlyRootFilesystem",
  "replicas",
  "revisionHistoryLimit",
  "runAsGroup",
  "runAsNonRoot",
  "runAsUser",
  "suspend",
  "terminationGracePeriodSeconds",
]);

const ownKeyMaps: ReadonlySet<string> = new Set([
  "annotations",
  "binaryData",
  "data",
  "labels",
  "matchLabels",
  "nodeSelector",
]);

const quantityMaps: ReadonlySet<string> = new Set([
  ...[
    "allocatable",
    "capacity",
    "default",
    "defaultRequest",
    "hard",
    "limits",
    "max",
    "maxLimitRequestRatio",
  ],
  ...["min", "overhead", "podFixed", "requests", "used"],
]);

const quantityFields: ReadonlySet<string> = new Set([
  ...["averageValue", "divisor", "maximumVolumeSize", "sizeLimit"],
]);

/** Fields of which an absent one may be there, wherever they stand. */
const defaultedFields: ReadonlySet<string> = new Set([
  "status",
  // Pods and their containers.
  ...[
    "dnsPolicy",
    "enableServiceLinks",
    "imagePullPolicy",
    "imagePullSecrets",
    "overhead",
    "preemptionPolicy",
  ],
  ...["priority", "priorityClassName", "resources", "restartPolicy", "schedulerName", "serviceAccount"],
  ...["serviceAccountName", "terminationGracePeriodSeconds", "terminationMessagePath", "tolerations"],
  ...["terminationMessagePolicy", "volumeMounts", "failureThreshold", "periodSeconds", "successThreshold"],
  ...["timeoutSeconds", "scheme", "path", "apiVersion", "hostPort", "protocol", "limits", "requests"],
  // Volumes and claims.
  ...["accessModes", "apiGroup", "defaultMode", "emptyDir", "expirationSeconds", "finalizers", "fsType"],
  ...[
    "persistentVolumeReclaimPolicy",
    "reclaimPolicy",
    "storageClassName",
    "volumeBindingMode",
    "volumeMode",
  ],
  // Workloads.
  ...[
    "backoffLimit",
    "behavior",
    "completionMode",
    "completions",
    "concurrencyPolicy",
    "failedJobsHistoryLimit",
  ],
  ...[
    "maxSurge",
    "maxUnavailable",
    "metrics",
    "minReplicas",
    "parallelism",
    "partition",
    "podManagementPolicy",
  ],
  ...["podReplacementPolicy", "progressDeadlineSeconds", "replicas", "revisionHistoryLimit", "rollingUpdate"],
  ...[
    "selector",
    "strategy",
    "successfulJobsHistoryLimit",
    "suspend",
    "updateStrategy",
    "metadata",
    "template",
  ],
  // Services, networks and the rest.
  ...[
    "allocateLoadBalancerNodePorts",
    "clusterIP",
    "clusterIPs",
    "externalTrafficPolicy",
    "healthCheckNodePort",
  ],
  ...["internalTrafficPolicy", "ipFamilies", "ipFamilyPolicy", "ingressClassName", "nodePort", "policyTypes"],
  ...["ports", "sessionAffinity", "sessionAffinityConfig", "targetPort", "type"],
]);

/** Fields of a pod spec (`k8s.io/api` 0.37 `core/v1/types.go` `PodSpec`); others are dropped. */
const podSpecFields: ReadonlySet<string> = new Set([
  ...[
    "activeDeadlineSeconds",
    "affinity",
    "automountServiceAccountToken",
    "containers",
    "dnsConfig",
    "dnsPolicy",
  ],
  ...[
    "enableServiceLinks",
    "ephemeralContainers",
    "evictionResponders",
    "hostAliases",
    "hostIPC",
    "hostNetwork",
    "hostPID",
    "hostUsers",
  ],
  ...["hostname", "hostnameOverride", "imagePullSecrets", "initContainers", "nodeName", "nodeSelector", "os"],
  ...["overhead", "preemptionPolicy", "priority", "priorityClassName", "readinessGates", "resourceClaims"],
  ...[
    "resources",
    "restartPolicy",
    "runtimeClassName",
    "schedulerName",
    "schedulingGates",
    "schedulingGroup",
  ],
  ...[
    "securityContext",
    "serviceAccount",
    "serviceAccountName",
    "setHostnameAsFQDN",
    "shareProcessNamespace",
  ],
  ...[
    "subdomain",
    "terminationGracePeriodSeconds",
    "tolerations",
    "topologySpreadConstraints",
    "volumes",
    "workloadRef",
  ],
]);
