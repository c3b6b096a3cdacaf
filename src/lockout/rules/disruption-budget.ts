import { selects } from "../../admission/label-selector.ts";
import { fieldsOf, selectorOf } from "../../admission/read-fields.ts";
import { isObject, type JsonValue, type Manifest, valueAt } from "../../manifest/manifest.ts";
import { backendFinding, type ClosedBackend, closedBackends } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";
import type { Workload } from "../workload.ts";

/**
 * LO012: nothing keeps a drain from taking all pods of a webhook at once, or a budget keeps every drain from taking any,
 * so that nodes are never upgraded.
 */
export const disruptionBudget: LockoutRule = {
  id: "LO012",
  find: ({ model }) => {
    const budgets = model.surroundings.manifests.filter(
      ({ ref }) => ref.group === "policy" && ref.kind === "PodDisruptionBudget",
    );
    return closedBackends(model).flatMap((backend) => {
      const what = problemOf(
        backend,
        budgets.filter((budget) => isAbout(budget, backend.workload)),
      );
      return what === undefined ? [] : [backendFinding("webhook-disruption-budget", backend, what)];
    });
  },
};

function problemOf({ replicas, workload }: ClosedBackend, budgets: readonly Manifest[]): string | undefined {
  // A DaemonSet is not drained, and of a single pod no budget can be kept.
  if (replicas === undefined || workload.manifest.ref.kind === "Pod") return undefined;
  const [budget] = budgets;
  if (budget === undefined) {
    return replicas < 2
      ? undefined
      : "no disruption budget covers them: a drain may take all of them at once";
  }
  if (allowedDisruptions(budget, replicas) > 0) return undefined;
  return `PodDisruptionBudget ${budget.ref.name} allows no eviction at all with ${replicas} of them: no node is ever drained`;
}

/** As the disruption controller rounds: percentages up (kubernetes 1.37 `pkg/controller/disruption`). */
function allowedDisruptions({ value }: Manifest, replicas: number): number {
  const least = valueAt(value, "spec", "minAvailable");
  if (least !== undefined) return replicas - scaled(least, replicas);
  return scaled(valueAt(value, "spec", "maxUnavailable") ?? 0, replicas);
}

function scaled(value: JsonValue, replicas: number): number {
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(String(value))?.[1];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * replicas) / 100);
}

function isAbout({ ref, value }: Manifest, { manifest, podLabels }: Workload): boolean {
  const spec = valueAt(value, "spec");
  if (ref.namespace !== manifest.ref.namespace || !isObject(spec)) return false;
  try {
    return (
      selects(selectorOf(fieldsOf(spec, "spec"), "selector"), { labels: podLabels, complete: true }) === "yes"
    );
  } catch {
    return false;
  }
}
