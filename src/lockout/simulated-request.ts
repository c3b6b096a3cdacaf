import type { AdmissionRequest, UnknownPart, UserInfo } from "../admission/request.ts";
import type { AdmissionContext } from "../admission/request-for.ts";
import type { JsonObject, JsonValue } from "../manifest/manifest.ts";

/** What a part of Kubernetes asks of the API server, as far as it is the same in every cluster. */
export interface Simulation {
  readonly operation: AdmissionRequest["operation"];
  /** `""` for the core group. */
  readonly group: string;
  readonly version?: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly kind: string;
  /** `""` for what is cluster-scoped. */
  readonly namespace: string;
  /** Absent where the API server or the controller makes it up. */
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether there may be other labels and fields than those that are given. */
  readonly isPartial?: boolean;
  /** What stands beside the metadata. */
  readonly fields?: JsonObject;
  /** Of the object, where it lives in another group than the resource: `authentication.k8s.io/v1` of a TokenRequest. */
  readonly apiVersion?: string;
  /** Undefined where nobody knows who asks. */
  readonly user: UserInfo | undefined;
}

/** The request of a simulation in the cluster that a render describes. */
export function simulatedRequest(simulation: Simulation, context: AdmissionContext): AdmissionRequest {
  const { group, kind, name = "", namespace, operation, resource, subresource = "", user } = simulation;
  const version = simulation.version ?? "v1";
  const stored = context.namespaces.get(namespace);
  const object = objectOf(simulation, version);
  const unknown: UnknownPart[] = ["annotations", "defaults"];
  if (namespace !== "" && stored === undefined) unknown.push("namespaceLabels");
  if (name === "") unknown.push("name");
  if (user === undefined) unknown.push("userInfo");
  if (simulation.isPartial === true) unknown.push("object");
  if (operation === "UPDATE") unknown.push("oldObject");
  const equivalents = context.resources.find(group, kind)?.equivalents ?? [];
  return {
    operation,
    group,
    version,
    resource,
    subresource,
    kind,
    namespace,
    name,
    namespaceLabels: stored ?? (namespace === "" ? null : { "kubernetes.io/metadata.name": namespace }),
    object,
    oldObject: null,
    userInfo: user ?? {},
    dryRun: false,
    equivalents: subresource === "" ? equivalents : [],
    unknown,
  };
}

function objectOf(simulation: Simulation, version: string): JsonObject {
  const { fields = {}, group, kind, labels, name, namespace } = simulation;
  const metadata: Record<string, JsonValue> = Object.create(null);
  if (name !== undefined) metadata["name"] = name;
  if (namespace !== "") metadata["namespace"] = namespace;
  if (labels !== undefined) metadata["labels"] = { ...labels };
  const apiVersion = simulation.apiVersion ?? (group === "" ? version : `${group}/${version}`);
  return { ...fields, apiVersion, kind, metadata };
}

/** A controller of the controller manager, which asks in the name of its own service account (as kubeadm sets it up). */
export function controller(name: string): UserInfo {
  const groups = ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"];
  return { username: `system:serviceaccount:kube-system:${name}`, groups };
}

/** A kubelet; which node it is, no condition that was ever seen asks. */
export const kubelet: UserInfo = {
  username: "system:node:node-1",
  groups: ["system:nodes", "system:authenticated"],
};

/** A part of the control plane with a certificate of its own. */
export function systemUser(username: string): UserInfo {
  return { username, groups: ["system:authenticated"] };
}
