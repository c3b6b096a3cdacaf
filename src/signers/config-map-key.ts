import { decodeBase64 } from "../manifest/base64.ts";
import { isObject, type Manifest, valueAt } from "../manifest/manifest.ts";

/** The text under one key of a ConfigMap, or why a pod that mounts the key would not get it. */
export type KeyText =
  | { readonly found: true; readonly text: string; readonly path: string }
  | { readonly found: false; readonly reason: string; readonly path: string };

/**
 * What the kubelet would write into the file of a key: `data` as it is, `binaryData` decoded. (Kubernetes 1.37: a key
 * may stand in one of the two only, `pkg/apis/core/validation` `ValidateConfigMap`.)
 */
export function configMapText(configMap: Manifest, key: string): KeyText {
  const plain = valueAt(configMap.value, "data", key);
  const binary = valueAt(configMap.value, "binaryData", key);
  const path = pathOf(plain === undefined && binary !== undefined ? "binaryData" : "data", key);
  if (plain !== undefined && binary !== undefined) {
    return {
      found: false,
      path,
      reason: "the key stands in data and in binaryData, which Kubernetes refuses",
    };
  }
  const value = plain ?? binary;
  if (value === undefined || value === null) {
    return { found: false, path, reason: `the ConfigMap has no such key${othersOf(configMap)}` };
  }
  if (typeof value !== "string") {
    return { found: false, path, reason: "the value is not a string, which Kubernetes refuses" };
  }
  if (plain !== undefined) return { found: true, path, text: value };
  const text = decodeBase64(value);
  if (text === undefined) {
    return { found: false, path, reason: "the value is not base64, which Kubernetes refuses" };
  }
  return { found: true, path, text };
}

function pathOf(field: string, key: string): string {
  return `${field}[${JSON.stringify(key)}]`;
}

function othersOf(configMap: Manifest): string {
  const keys = ["data", "binaryData"].flatMap((field) => {
    const map = valueAt(configMap.value, field);
    return isObject(map) ? Object.keys(map) : [];
  });
  return keys.length === 0 ? "" : `, only ${keys.slice(0, 5).join(", ")}`;
}
