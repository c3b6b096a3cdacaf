import { type JsonObject, textAt } from "./manifest.ts";
import type { ObjectRef } from "./object-ref.ts";
import type { Scope } from "./scope.ts";

/** The group of an apiVersion: `apps` of `apps/v1`, `""` of `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? "" : apiVersion.slice(0, slash);
}

/**
 * The identity by which Argo CD knows an object (argo-cd 3.6 `controller/state.go`): the destination namespace where a
 * namespaced object states none, no namespace for a cluster-scoped one whatever it states. An object without a name
 * goes by its `generateName`.
 */
export function identify(value: JsonObject, scope: Scope, destinationNamespace: string): ObjectRef {
  const group = groupOf(textAt(value, "apiVersion") ?? "");
  const kind = textAt(value, "kind") ?? "";
  const stated = textAt(value, "metadata", "namespace") || destinationNamespace;
  return {
    group,
    kind,
    namespace: scope.isNamespaced(group, kind) ? stated : "",
    name: textAt(value, "metadata", "name") || (textAt(value, "metadata", "generateName") ?? ""),
  };
}
