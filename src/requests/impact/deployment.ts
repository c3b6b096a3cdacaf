import { type JsonValue, type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
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

export function impactOfDeployment({ value }: Manifest): DenialImpact {
  const replicas = numberAt(value, 1, "spec", "replicas");
  if (replicas === 0) return noReplicas();
  if (valueAt(value, "spec", "paused") === true) {
    return none("the Deployment is paused and starts no rollout");
  }
  return impactOfStrategy(valueAt(value, "spec", "strategy"), replicas);
}

/** What a Deployment's `strategy` makes of a denial; operators that run Deployments hand theirs through. */
export function impactOfStrategy(strategy: JsonValue | undefined, replicas: number): DenialImpact {
  if (textAt(strategy, "type") === "Recreate") {
    return outage("strategy Recreate removes every old pod before the first new one asks");
  }
  const unavailable = unavailableOf(valueAt(strategy, "rollingUpdate"), replicas);
  if (unavailable >= replicas) {
    return outage(
      `the rollout may remove all of ${pods(replicas)} (maxUnavailable) before a new one is ready`,
    );
  }
  if (unavailable > 0) {
    return degraded(
      `the rollout removes ${unavailable} of ${pods(replicas)} (maxUnavailable) and gets no further`,
    );
  }
  return stuckRollout("the rollout keeps its old pods until new ones are ready, which they never are");
}
