import { isObject, type JsonValue, type Manifest, valueAt } from "../../manifest/manifest.ts";
import {
  type DenialImpact,
  degraded,
  none,
  noReplicas,
  numberAt,
  outage,
  pods,
  stuckRollout,
} from "./denial-impact.ts";
import { unavailableOf } from "./rolling-bounds.ts";

/**
 * Argo Rollouts 1.10 `utils/replicaset/canary.go`. Blue-green makes the new pods beside the old ones, and so does a
 * canary with traffic routing. A canary without it takes old pods away as its weight and `maxUnavailable` allow, and
 * its steps go on only when the new pods are available, which they never are.
 */
export function impactOfRollout({ value }: Manifest): DenialImpact {
  const replicas = numberAt(value, 1, "spec", "replicas");
  if (replicas === 0) return noReplicas();
  if (valueAt(value, "spec", "paused") === true) return none("the Rollout is paused and starts no update");
  const strategy = valueAt(value, "spec", "strategy");
  if (isObject(valueAt(strategy, "blueGreen"))) {
    return stuckRollout("blueGreen switches to the new pods when they are ready, which they never are");
  }
  const canary = valueAt(strategy, "canary");
  if (!isObject(canary)) {
    return { impact: "unknown", because: "the Rollout states neither canary nor blueGreen" };
  }
  if (isObject(canary["trafficRouting"])) {
    return stuckRollout("traffic moves to the canary when its pods are ready, which they never are");
  }
  return impactOfCanary(canary, replicas);
}

function impactOfCanary(canary: JsonValue, replicas: number): DenialImpact {
  const share = Math.ceil((firstWeight(valueAt(canary, "steps")) * replicas) / 100);
  const removed = Math.min(unavailableOf(canary, replicas), share);
  if (removed >= replicas) {
    return outage(
      `the canary may remove all of ${pods(replicas)} (maxUnavailable) before a new one is ready`,
    );
  }
  if (removed > 0) {
    return degraded(
      `the canary may remove ${removed} of ${pods(replicas)} (maxUnavailable) and gets no further`,
    );
  }
  return stuckRollout("the canary keeps the old pods until new ones are ready, which they never are");
}

/** Percent of the replicas that the first step with pods asks for; all of them where no step sets a weight. */
function firstWeight(steps: JsonValue | undefined): number {
  for (const step of Array.isArray(steps) ? steps : []) {
    const weight = numberAt(step, 0, "setWeight");
    if (weight > 0) return Math.min(weight, 100);
  }
  return 100;
}
