import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { type DenialImpact, degraded, none, outage, stuckRollout } from "./denial-impact.ts";

/** KubeRay 1.7 `raycluster_controller.go` `shouldRecreatePodsForUpgrade`: pods stay unless told to be recreated. */
export function impactOfRayCluster({ value }: Manifest): DenialImpact {
  if (valueAt(value, "spec", "suspend") === true)
    return none("the RayCluster is suspended and makes no pods");
  if (textAt(value, "spec", "upgradeStrategy", "type") === "Recreate") {
    return outage("upgradeStrategy Recreate removes every old pod before the first new one asks");
  }
  return degraded("a RayCluster leaves running pods alone, but no pod that it makes from now on comes up");
}

/** KubeRay 1.7 `rayservice_types.go`: a new cluster is made beside the old one, which serves until the new one is ready. */
export function impactOfRayService({ value }: Manifest): DenialImpact {
  if (valueAt(value, "spec", "suspend") === true)
    return none("the RayService is suspended and makes no pods");
  if (textAt(value, "spec", "upgradeStrategy", "type") === "None") {
    return none("upgradeStrategy None makes no new cluster for a change");
  }
  return stuckRollout("the old Ray cluster serves until the new one is ready, which it never is");
}
