import { type AdmissionRequest, isUnknown, type ResourceIdentity } from "./request.ts";
import { allOf, anyOf, type Ternary, ternaryOf } from "./ternary.ts";
import type { Rule } from "./webhook.ts";

/**
 * Whether a rule covers a request, asked about under the name `resource`: the request's own or an equivalent one
 * (`k8s.io/apiserver` 0.37 `plugin/webhook/predicates/rules/rules.go`).
 */
export function coversRequest(rule: Rule, request: AdmissionRequest, resource: ResourceIdentity): Ternary {
  return allOf([
    ternaryOf(hasOrAny(rule.operations, request.operation)),
    ternaryOf(hasOrAny(rule.apiGroups, resource.group)),
    ternaryOf(hasOrAny(rule.apiVersions, resource.version)),
    coversResource(rule, request, resource.resource),
    coversScope(rule.scope, request, resource),
  ]);
}

function hasOrAny(items: readonly string[], wanted: string): boolean {
  return items.includes("*") || items.includes(wanted);
}

/**
 * `pods` is the resource alone, `pods/*` the resource and all its subresources, `*` every resource without
 * subresources, and `*` followed by `/*` everything there is.
 */
export function coversResource(rule: Rule, request: AdmissionRequest, plural: string): Ternary {
  return anyOf(
    rule.resources.map((entry) => {
      const slash = entry.indexOf("/");
      const resource = slash === -1 ? entry : entry.slice(0, slash);
      const subresource = slash === -1 ? "" : entry.slice(slash + 1);
      if (subresource !== "*" && subresource !== request.subresource) return "no";
      if (resource === "*") return "yes";
      return isUnknown(request, "resource") ? "unknown" : ternaryOf(resource === plural);
    }),
  );
}

/** Only the Namespace of the core group counts as cluster-scoped whatever its request says. */
function coversScope(scope: string, request: AdmissionRequest, resource: ResourceIdentity): Ternary {
  if (scope === "*") return "yes";
  if (scope !== "Cluster" && scope !== "Namespaced") return "no";
  const isNamespace =
    resource.group === "" && resource.version === "v1" && resource.resource === "namespaces";
  if (isNamespace) return ternaryOf(scope === "Cluster");
  if (isUnknown(request, "scope")) return "unknown";
  return ternaryOf((request.namespace === "") === (scope === "Cluster"));
}
