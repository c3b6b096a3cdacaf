import { jsonText } from "../../manifest/json-text.ts";
import { textAt, valueAt } from "../../manifest/manifest.ts";
import { backendFinding, type ClosedBackend, closedBackends } from "../closed-webhooks.ts";
import type { LockoutModel } from "../model.ts";
import type { LockoutRule } from "../rule.ts";

/** LO014: a full cluster has no room for a webhook, or a quota that is not there keeps its priority from counting. */
export const priority: LockoutRule = {
  id: "LO014",
  find: ({ model }) =>
    closedBackends(model).flatMap((backend) => {
      const what = problemOf(backend, model);
      return what === undefined ? [] : [backendFinding("webhook-priority", backend, what)];
    }),
};

function problemOf({ workload }: ClosedBackend, { surroundings }: LockoutModel): string | undefined {
  const { namespace } = workload.manifest.ref;
  const name = textAt(workload.podSpec, "priorityClassName") ?? "";
  if (name === "")
    return "they have no priority class, so that others may take their place on a full cluster";
  if (!name.startsWith("system-") || namespace === "kube-system") return undefined;
  const isAllowed = surroundings.manifests.some(
    ({ ref, value }) =>
      ref.kind === "ResourceQuota" &&
      ref.namespace === namespace &&
      jsonText(valueAt(value, "spec") ?? {}).includes(name),
  );
  return isAllowed
    ? undefined
    : `priority class ${name} outside of kube-system needs a ResourceQuota that names it, where the cluster limits it (as GKE does)`;
}
