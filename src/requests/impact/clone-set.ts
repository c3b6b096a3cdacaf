import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import {
  type DenialImpact,
  degraded,
  none,
  noReplicas,
  numberAt,
  onDelete,
  outage,
  pods,
  scaled,
  stuckRollout,
} from "./denial-impact.ts";

/**
 * OpenKruise 1.9 `pkg/controller/cloneset/sync/cloneset_sync_utils.go`: old pods are deleted first, 20 % of them where
 * `maxUnavailable` is not given, rounded up unless there is a surge. v1alpha1 keeps the bounds in `updateStrategy`,
 * v1beta1 in its `rollingUpdate`. A partition is the number (or, rounded up, the share) of pods that stay old.
 */
export function impactOfCloneSet({ value }: Manifest): DenialImpact {
  const replicas = numberAt(value, 1, "spec", "replicas");
  if (replicas === 0) return noReplicas();
  const strategy = valueAt(value, "spec", "updateStrategy");
  if (textAt(strategy, "type") === "OnDelete") return onDelete();
  const bounds = valueAt(strategy, "rollingUpdate") ?? strategy;
  if (valueAt(bounds, "paused") === true) {
    return none("the update strategy is paused and leaves every pod as it is");
  }
  const updated = replicas - scaled(valueAt(bounds, "partition") ?? 0, replicas, Math.ceil);
  if (updated <= 0) return none("the partition of the update strategy leaves every pod as it is");
  const surge = scaled(valueAt(bounds, "maxSurge") ?? 0, replicas, Math.ceil);
  const round = surge === 0 ? Math.ceil : Math.floor;
  const unavailable = scaled(valueAt(bounds, "maxUnavailable") ?? "20%", replicas, round);
  const removed = Math.min(unavailable, updated);
  if (removed >= replicas) {
    return outage(
      `the update may remove all of ${pods(replicas)} (maxUnavailable) before a new one is ready`,
    );
  }
  if (removed > 0) {
    return degraded(
      `the update removes ${removed} of ${pods(replicas)} (maxUnavailable) and gets no further`,
    );
  }
  return stuckRollout("maxSurge keeps the old pods until new ones are ready, which they never are");
}
