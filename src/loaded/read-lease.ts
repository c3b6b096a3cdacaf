import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import { managedTimeMs, timeMs } from "./managed-time.ts";

/** A node's lease: the kubelet renews it every 10 s while it lives and reaches the API server. */
export interface NodeLease {
  /** When it was last renewed, by the API server's clock as far as that is told, in milliseconds since 1970. */
  readonly renewedMs: number;
  /** How far the node's clock is ahead of the API server's, in milliseconds; undefined where that cannot be told. */
  readonly clockAheadMs: number | undefined;
  /** After how long without a renewal the node counts as gone. */
  readonly durationMs: number;
}

/** Of the kubelet (kubernetes 1.37 `pkg/kubelet/apis/config/v1beta1/defaults.go` `NodeLeaseDurationSeconds`). */
const usualDurationSeconds = 40;

/** Undefined where the object does not say when it was renewed. */
export function readLease(lease: JsonObject | undefined): NodeLease | undefined {
  if (lease === undefined) return undefined;
  // Written by the kubelet, by the clock of its node.
  const statedMs = timeMs(textAt(lease, "spec", "renewTime"));
  if (statedMs === undefined) return undefined;
  // Written by the API server when the field was set, by its own clock.
  const writtenMs = managedTimeMs(lease, (fields) => valueAt(fields, "f:spec", "f:renewTime") !== undefined);
  const seconds = valueAt(lease, "spec", "leaseDurationSeconds");
  return {
    renewedMs: writtenMs ?? statedMs,
    clockAheadMs: writtenMs === undefined ? undefined : statedMs - writtenMs,
    durationMs: (typeof seconds === "number" && seconds > 0 ? seconds : usualDurationSeconds) * 1000,
  };
}
