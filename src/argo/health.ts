import { type JsonObject, textAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { luaHealthGroupEnds, luaHealthGroups, luaHealthKinds } from "./known-health.ts";

/** Checks written in Go (gitops-engine 3.6.1 `pkg/health/health.go` `GetHealthCheckFunc`), by API group. */
const goHealthKinds: Readonly<Record<string, readonly string[]>> = {
  "": ["PersistentVolumeClaim", "Pod", "Service"],
  "apiregistration.k8s.io": ["APIService"],
  apps: ["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"],
  "argoproj.io": ["Workflow"],
  autoscaling: ["HorizontalPodAutoscaler"],
  batch: ["Job"],
  extensions: ["Ingress"],
  "networking.k8s.io": ["Ingress"],
};

/**
 * Whether Argo CD 3.6.1, as it is shipped, waits for the health of this object between two waves. Where it knows none,
 * the object counts as done as soon as it is applied; so does a Service that is no load balancer, which is always
 * healthy. Checks that an operator has added or taken away in `argocd-cm` are not known here.
 */
export function hasHealthCheck(object: { readonly ref: ObjectRef; readonly value: JsonObject }): boolean {
  const { group, kind } = object.ref;
  if (group === "" && kind === "Service") {
    return textAt(object.value, "spec", "type") === "LoadBalancer";
  }
  return lists(goHealthKinds, group, kind) || hasLuaCheck(group, kind);
}

function hasLuaCheck(group: string, kind: string): boolean {
  return (
    lists(luaHealthKinds, group, kind) ||
    luaHealthGroups.includes(group) ||
    luaHealthGroupEnds.some((end) => group.endsWith(end))
  );
}

function lists(table: Readonly<Record<string, readonly string[]>>, group: string, kind: string): boolean {
  return Object.hasOwn(table, group) && table[group]?.includes(kind) === true;
}
