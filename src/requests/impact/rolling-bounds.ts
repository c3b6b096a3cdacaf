import { type JsonValue, valueAt } from "../../manifest/manifest.ts";
import { scaled } from "./denial-impact.ts";

/**
 * How many pods a rolling update may take away before a new one is ready: surge is rounded up, unavailable down, and
 * they are never both zero. `maxSurge` and `maxUnavailable` stand in `block`, 25 % each where they are not given.
 * (Kubernetes 1.37 `pkg/controller/deployment/util` `ResolveFenceposts`; argo-rollouts 1.10 `utils/replicaset`
 * `resolveFenceposts`, `utils/defaults`.)
 */
export function unavailableOf(block: JsonValue | undefined, replicas: number): number {
  const surge = scaled(valueAt(block, "maxSurge") ?? "25%", replicas, Math.ceil);
  const unavailable = scaled(valueAt(block, "maxUnavailable") ?? "25%", replicas, Math.floor);
  return surge === 0 && unavailable === 0 ? 1 : unavailable;
}
