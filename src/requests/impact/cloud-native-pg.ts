import { type Manifest, valueAt } from "../../manifest/manifest.ts";
import { type DenialImpact, degraded, noReplicas, numberAt, outage, pods } from "./denial-impact.ts";
import { impactOfStrategy } from "./deployment.ts";

/** CloudNativePG 1.30 `docs/src/rolling_update.md`: one pod at a time, the replicas first, the primary last. */
export function impactOfPostgresCluster({ value }: Manifest): DenialImpact {
  const instances = numberAt(value, 1, "spec", "instances");
  if (instances <= 1) return outage("the only instance is removed before its successor asks");
  return degraded(
    `a replica is removed before its successor asks: 1 of ${pods(instances)} does not come back`,
  );
}

/** CloudNativePG 1.30 `pkg/specs/pgbouncer/deployments.go`: a Deployment with the Pooler's strategy. */
export function impactOfPooler({ value }: Manifest): DenialImpact {
  const instances = numberAt(value, 1, "spec", "instances");
  if (instances === 0) return noReplicas();
  return impactOfStrategy(valueAt(value, "spec", "deploymentStrategy"), instances);
}
