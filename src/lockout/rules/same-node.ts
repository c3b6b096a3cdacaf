import { valueAt } from "../../manifest/manifest.ts";
import { backendFinding, closedBackends } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";
import type { Workload } from "../workload.ts";

/** LO013: all pods of a webhook may stand on one node. */
export const sameNode: LockoutRule = {
  id: "LO013",
  find: ({ model }) =>
    closedBackends(model)
      .filter(({ replicas, workload }) => replicas !== undefined && replicas > 1 && !isSpread(workload))
      .map((backend) => backendFinding("webhook-same-node", backend, String(backend.replicas))),
};

/** Anti-affinity of either strength, or spread constraints: how strong they are is for its owners to weigh. */
function isSpread({ podSpec }: Workload): boolean {
  const antiAffinity = valueAt(podSpec, "affinity", "podAntiAffinity");
  const terms = [
    "requiredDuringSchedulingIgnoredDuringExecution",
    "preferredDuringSchedulingIgnoredDuringExecution",
  ].flatMap((field) => valueAt(antiAffinity, field) ?? []);
  const constraints = valueAt(podSpec, "topologySpreadConstraints");
  return terms.length > 0 || (Array.isArray(constraints) && constraints.length > 0);
}
