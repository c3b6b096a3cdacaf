import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../manifest/manifest.ts";
import { timeMs } from "./managed-time.ts";

/** One pod of the signer, as far as it matters whether it can answer, and from what. */
export interface SignerPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Empty until the scheduler has chosen one: until then nothing is mounted, nothing runs and nothing can deny. */
  readonly node: string;
  /** Addresses on the pod network, the first one first. */
  readonly addresses: readonly string[];
  readonly isTerminating: boolean;
  /** No container of it runs, and none will be started again. */
  readonly isOver: boolean;
  readonly isReady: boolean;
  /** The container that holds the signer; undefined where the pod has none of the configured name. */
  readonly container: SignerContainer | undefined;
  readonly spec: JsonObject;
}

export interface SignerContainer {
  readonly name: string;
  readonly isReady: boolean;
  /** When it was started, if it runs: by the clock of the pod's node, cut to whole seconds, milliseconds since 1970. */
  readonly startedMs: number | undefined;
  /** The container of the pod's spec. */
  readonly spec: JsonObject;
}

/** @param containerName that of the signer; the first one where it is not configured. */
export function readPod(pod: JsonObject, containerName: string | undefined): SignerPod {
  const spec = objectAt(pod, "spec");
  const container = containerOf(pod, spec, containerName);
  const isTerminating = valueAt(pod, "metadata", "deletionTimestamp") !== undefined;
  const phase = textAt(pod, "status", "phase");
  return {
    namespace: textAt(pod, "metadata", "namespace") ?? "",
    name: textAt(pod, "metadata", "name") ?? "",
    uid: textAt(pod, "metadata", "uid") ?? "",
    node: textAt(spec, "nodeName") ?? "",
    addresses: addressesOf(pod),
    isTerminating,
    isOver:
      phase === "Succeeded" || phase === "Failed" || (isTerminating && hasEnded(pod, container?.name ?? "")),
    isReady: isTrue(pod, "Ready"),
    container,
    spec,
  };
}

/** Native sidecars stand among the init containers. */
const containerLists = [
  { spec: "containers", statuses: "containerStatuses" },
  { spec: "initContainers", statuses: "initContainerStatuses" },
] as const;

function containerOf(
  pod: JsonObject,
  spec: JsonObject,
  wanted: string | undefined,
): SignerContainer | undefined {
  for (const list of containerLists) {
    const found = items(spec[list.spec]).find(
      (container) => wanted === undefined || textAt(container, "name") === wanted,
    );
    if (found === undefined) continue;
    const name = textAt(found, "name") ?? "";
    const status = statusOf(pod, name);
    return {
      name,
      isReady: valueAt(status, "ready") === true,
      startedMs: timeMs(textAt(status, "state", "running", "startedAt")),
      spec: found,
    };
  }
  return undefined;
}

/** Of a pod that is being deleted the kubelet starts no container again. */
function hasEnded(pod: JsonObject, container: string): boolean {
  return isObject(valueAt(statusOf(pod, container), "state", "terminated"));
}

function statusOf(pod: JsonObject, container: string): JsonObject | undefined {
  for (const { statuses } of containerLists) {
    const found = items(valueAt(pod, "status", statuses)).find(
      (status) => textAt(status, "name") === container,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function addressesOf(pod: JsonObject): readonly string[] {
  const listed = items(valueAt(pod, "status", "podIPs")).flatMap((entry) => textAt(entry, "ip") ?? []);
  const single = textAt(pod, "status", "podIP") ?? "";
  return [...new Set(single === "" ? listed : [single, ...listed])];
}

function isTrue(pod: JsonObject, type: string): boolean {
  return items(valueAt(pod, "status", "conditions")).some(
    (condition) => textAt(condition, "type") === type && textAt(condition, "status") === "True",
  );
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = valueAt(value, key);
  return isObject(found) ? found : {};
}

function items(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
