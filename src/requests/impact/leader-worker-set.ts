import { type Manifest, valueAt } from "../../manifest/manifest.ts";
import {
  type DenialImpact,
  degraded,
  none,
  noReplicas,
  numberAt,
  outage,
  scaled,
  stuckRollout,
} from "./denial-impact.ts";

/**
 * LeaderWorkerSet 0.10 `api/leaderworkerset/v1`: whole groups are replaced, one where `maxUnavailable` is not given;
 * surge is rounded up, unavailable down.
 */
export function impactOfLeaderWorkerSet({ value }: Manifest): DenialImpact {
  const groups = numberAt(value, 1, "spec", "replicas");
  if (groups === 0) return noReplicas();
  const rolling = valueAt(value, "spec", "rolloutStrategy", "rollingUpdateConfiguration");
  const updated = groups - numberAt(rolling ?? null, 0, "partition");
  if (updated <= 0) return none("the partition of the rollout strategy leaves every group as it is");
  const surge = scaled(valueAt(rolling, "maxSurge") ?? 0, groups, Math.ceil);
  const stated = scaled(valueAt(rolling, "maxUnavailable") ?? 1, groups, Math.floor);
  const removed = Math.min(surge === 0 ? Math.max(1, stated) : stated, updated);
  if (removed >= groups) return outage("the rollout may remove every group before a new one is ready");
  if (removed > 0) {
    return degraded(
      `the rollout removes ${removed} of ${groups} groups (maxUnavailable) and gets no further`,
    );
  }
  return stuckRollout("maxSurge keeps the old groups until new ones are ready, which they never are");
}
