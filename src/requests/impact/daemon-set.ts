import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { type DenialImpact, none, onDelete, outage, scaled, stuckRollout } from "./denial-impact.ts";

/** The same for OpenKruise's DaemonSet (kruise 1.9 `apis/apps/v1beta1/daemonset_types.go`), which can be paused. */
export function impactOfDaemonSet({ value }: Manifest): DenialImpact {
  if (textAt(value, "spec", "updateStrategy", "type") === "OnDelete") return onDelete();
  const rolling = ["spec", "updateStrategy", "rollingUpdate"];
  if (valueAt(value, ...rolling, "paused") === true) {
    return none("the update strategy is paused and leaves every pod as it is");
  }
  // The number of nodes is not in the manifest; a percentage is rounded up, so that any above zero is a pod at least.
  if (scaled(valueAt(value, ...rolling, "maxSurge") ?? 0, 100, Math.ceil) > 0) {
    return stuckRollout("maxSurge keeps the old pod of a node until the new one is ready, which it never is");
  }
  return outage("a DaemonSet without maxSurge removes the old pod of a node before the new one asks");
}
