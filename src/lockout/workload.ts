import { stringMap } from "../admission/request.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Manifest,
  textAt,
  valueAt,
} from "../manifest/manifest.ts";
import { formatRef } from "../manifest/object-ref.ts";
import { podSpecPath } from "../requests/pod-templates.ts";

/** An object that makes pods which stay, as far as its manifest tells about them. */
export interface Workload {
  readonly manifest: Manifest;
  /** For people: `the pods of Deployment/policy/gate`. */
  readonly name: string;
  readonly podLabels: Readonly<Record<string, string>>;
  readonly podSpec: JsonObject;
  readonly accountName: string;
  /** The controller of the controller manager that creates its pods; undefined where it is somebody else. */
  readonly controller: string | undefined;
  readonly isHostNetwork: boolean;
}

/** Which controller creates the pods (kubernetes 1.37 `cmd/kube-controller-manager/app/apps.go`); a ReplicaSet's for Deployments. */
const controllers: ReadonlyMap<string, string> = new Map([
  ["apps/DaemonSet", "daemon-set-controller"],
  ["apps/Deployment", "replicaset-controller"],
  ["apps/ReplicaSet", "replicaset-controller"],
  ["apps/StatefulSet", "statefulset-controller"],
  ["/ReplicationController", "replication-controller"],
]);

/** The workload that an object is; undefined where it makes no pods, or only such as end by themselves. */
export function workloadOf(manifest: Manifest): Workload | undefined {
  const { ref, value } = manifest;
  if (ref.group === "batch") return undefined;
  const path = podSpecPath(ref) ?? ["spec", "template", "spec"];
  const podSpec = valueAt(value, ...path);
  if (!isObject(podSpec) || !Array.isArray(podSpec["containers"])) return undefined;
  if (ref.group === "" && ref.kind === "PodTemplate") return undefined;
  const labels = stringMap(valueAt(value, ...path.slice(0, -1), "metadata", "labels")) ?? {};
  const account = textAt(podSpec, "serviceAccountName") || textAt(podSpec, "serviceAccount") || "default";
  return {
    manifest,
    name: `the pods of ${formatRef(ref)}`,
    podLabels: labels,
    podSpec,
    accountName: account,
    controller: controllers.get(`${ref.group}/${ref.kind}`),
    isHostNetwork: podSpec["hostNetwork"] === true,
  };
}

/** The pods that it asks for; undefined where something else decides, as for DaemonSets. */
export function replicasOf({ manifest }: Workload): number | undefined {
  const { kind } = manifest.ref;
  if (kind === "DaemonSet") return undefined;
  if (kind === "Pod") return 1;
  const stated = valueAt(manifest.value, "spec", "replicas");
  return typeof stated === "number" ? stated : 1;
}

/** Every container, those that run first included. */
export function containersOf({ podSpec }: Workload): readonly JsonObject[] {
  return ["initContainers", "containers"].flatMap((field) => {
    const list: JsonValue | undefined = podSpec[field];
    return Array.isArray(list) ? list.filter(isObject) : [];
  });
}
