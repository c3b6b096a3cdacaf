import { isObject, type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { sourcesOfPodSpec } from "../requests/certificate-sources.ts";
import { readSource } from "../requests/read-source.ts";
import type { RequesterIdentity } from "../requests/requester.ts";

/** A pod that is on a node, has certificate sources, and has not begun to run. */
export interface WaitingPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly node: string;
  readonly createdMs: number;
  /** Who would make another one; undefined for a pod that nobody looks after. */
  readonly controller: ObjectRef | undefined;
  /** At least one; those that cannot be read are left out, since no kubelet asks for them either. */
  readonly certificates: readonly RequesterIdentity[];
}

/**
 * Undefined for pods that cannot be stuck on a certificate: those that ask for none, that run or ran, that are on no node,
 * and that are being deleted. The kubelet asks before it starts the first container, so a stuck pod is Pending.
 */
export function readWaitingPod(pod: JsonObject): WaitingPod | undefined {
  if (textAt(pod, "status", "phase") !== "Pending") return undefined;
  if (valueAt(pod, "metadata", "deletionTimestamp") !== undefined) return undefined;
  const node = textAt(pod, "spec", "nodeName") ?? "";
  const certificates = certificatesOf(pod);
  if (node === "" || certificates.length === 0) return undefined;
  return {
    namespace: textAt(pod, "metadata", "namespace") ?? "",
    name: textAt(pod, "metadata", "name") ?? "",
    uid: textAt(pod, "metadata", "uid") ?? "",
    node,
    createdMs: Date.parse(textAt(pod, "metadata", "creationTimestamp") ?? "") || 0,
    controller: controllerOf(pod),
    certificates,
  };
}

function certificatesOf(pod: JsonObject): readonly RequesterIdentity[] {
  const namespace = textAt(pod, "metadata", "namespace") ?? "";
  // The API server fills it in (kubernetes 1.37 `plugin/pkg/admission/serviceaccount`).
  const serviceAccountName = textAt(pod, "spec", "serviceAccountName") ?? "default";
  return sourcesOfPodSpec(pod, ["spec"]).sources.flatMap(({ request }) => {
    const reading = readSource(request);
    return reading.read ? [{ ...reading.fields, namespace, serviceAccountName }] : [];
  });
}

/** The owner that manages an object (`controller: true`), with the namespace that it shares with it. */
export function controllerOf(object: JsonObject): ObjectRef | undefined {
  const owners = valueAt(object, "metadata", "ownerReferences");
  if (!Array.isArray(owners)) return undefined;
  const owner = owners.filter(isObject).find((one) => one["controller"] === true);
  if (owner === undefined) return undefined;
  const [group = "", version] = (textAt(owner, "apiVersion") ?? "").split("/");
  return {
    group: version === undefined ? "" : group,
    kind: textAt(owner, "kind") ?? "",
    namespace: textAt(object, "metadata", "namespace") ?? "",
    name: textAt(owner, "name") ?? "",
  };
}
