import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../../manifest/manifest.ts";
import type { ObjectRef } from "../../manifest/object-ref.ts";
import type { SignerPod } from "../read-pod.ts";

/**
 * True where the container gets the policy only when it is started: from its environment, or from a file that is mounted
 * by itself (`subPath`), which the kubelet never changes afterwards (core/v1 `VolumeMount.subPath`, Kubernetes 1.37).
 */
export function isReadAtStart({ container, spec }: SignerPod, policy: ObjectRef): boolean {
  if (container === undefined || policy.group !== "" || policy.kind !== "ConfigMap") return false;
  return isInEnvironment(container.spec, policy.name) || isMountedAlone(container.spec, spec, policy.name);
}

function isInEnvironment(container: JsonObject, name: string): boolean {
  return (
    items(container["env"]).some((one) => textAt(one, "valueFrom", "configMapKeyRef", "name") === name) ||
    items(container["envFrom"]).some((one) => textAt(one, "configMapRef", "name") === name)
  );
}

function isMountedAlone(container: JsonObject, pod: JsonObject, name: string): boolean {
  const volumes = new Set(
    items(pod["volumes"])
      .filter((volume) => holds(volume, name))
      .map((volume) => textAt(volume, "name")),
  );
  return items(container["volumeMounts"]).some(
    (mount) =>
      volumes.has(textAt(mount, "name")) &&
      ((textAt(mount, "subPath") ?? "") !== "" || (textAt(mount, "subPathExpr") ?? "") !== ""),
  );
}

function holds(volume: JsonObject, name: string): boolean {
  return (
    textAt(volume, "configMap", "name") === name ||
    items(valueAt(volume, "projected", "sources")).some((one) => textAt(one, "configMap", "name") === name)
  );
}

function items(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
