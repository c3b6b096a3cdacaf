import { selects } from "../../admission/label-selector.ts";
import { fieldsOf, selectorOf } from "../../admission/read-fields.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Manifest,
  valueAt,
} from "../../manifest/manifest.ts";
import { backendFinding, closedBackends } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";
import type { Workload } from "../workload.ts";

/** LO010: network policies let nobody in whom the API server could be: it comes from the address of a node. */
export const networkPolicy: LockoutRule = {
  id: "LO010",
  find: ({ model }) => {
    const policies = model.surroundings.manifests.filter(
      ({ ref }) => ref.group === "networking.k8s.io" && ref.kind === "NetworkPolicy",
    );
    return closedBackends(model).flatMap((backend) => {
      const { workload } = backend;
      if (workload.isHostNetwork) return [];
      const about = policies.filter((policy) => isAbout(policy, workload));
      if (about.length === 0 || about.some(letsNodesIn)) return [];
      const names = about.map(({ ref }) => ref.name).join(", ");
      return [backendFinding("webhook-unreachable", backend, names)];
    });
  },
};

function isAbout({ ref, value }: Manifest, { manifest, podLabels }: Workload): boolean {
  if (ref.namespace !== manifest.ref.namespace) return false;
  const types = valueAt(value, "spec", "policyTypes");
  if (Array.isArray(types) && !types.includes("Ingress")) return false;
  const spec = valueAt(value, "spec");
  if (!isObject(spec)) return false;
  try {
    const selector = selectorOf(fieldsOf(spec, "spec"), "podSelector");
    return selects(selector, { labels: podLabels, complete: true }) === "yes";
  } catch {
    return false;
  }
}

/** A rule without sources, or with addresses: only those can cover a node. Which ports it names is not looked at. */
function letsNodesIn({ value }: Manifest): boolean {
  const rules = valueAt(value, "spec", "ingress");
  return itemsAt(rules).some((rule) => {
    const from = itemsAt(rule["from"]);
    return from.length === 0 || from.some((peer) => isObject(peer["ipBlock"]));
  });
}

function itemsAt(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
