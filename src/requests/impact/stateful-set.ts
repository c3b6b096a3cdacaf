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
} from "./denial-impact.ts";

/**
 * One pod at a time, the highest ordinal first, and none goes on before its predecessor is ready. The same for
 * OpenKruise's StatefulSet (kruise 1.9 `pkg/controller/statefulset/stateful_set_control.go`), which can be paused.
 */
export function impactOfStatefulSet({ value }: Manifest): DenialImpact {
  const replicas = numberAt(value, 1, "spec", "replicas");
  if (replicas === 0) return noReplicas();
  const type = textAt(value, "spec", "updateStrategy", "type");
  if (type === "OnDelete") return onDelete();
  if (type === "Recreate") {
    return outage("strategy Recreate removes every old pod before the first new one asks");
  }
  const rolling = ["spec", "updateStrategy", "rollingUpdate"];
  if (valueAt(value, ...rolling, "paused") === true) {
    return none("the update strategy is paused and leaves every pod as it is");
  }
  const updated = replicas - numberAt(value, 0, ...rolling, "partition");
  if (updated <= 0) return none("the partition of the update strategy leaves every pod as it is");
  const unavailable = Math.max(
    1,
    scaled(valueAt(value, ...rolling, "maxUnavailable") ?? 1, replicas, Math.floor),
  );
  const removed = Math.min(updated, unavailable);
  if (removed >= replicas) {
    return outage(
      `a StatefulSet removes a pod before it makes its successor, and this removes all of ${pods(replicas)}`,
    );
  }
  return degraded(
    `a StatefulSet removes a pod before it makes its successor: ${removed} of ${pods(replicas)} is gone and the update gets no further`,
  );
}
