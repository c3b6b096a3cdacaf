import { isObject, type JsonValue, type Manifest, valueAt } from "../manifest/manifest.ts";
import type { LivePolicy } from "./live-policy.ts";
import { managedTimeMs, timestampGrainMs } from "./managed-time.ts";
import type { Observation } from "./observation.ts";
import type { Question } from "./question.ts";
import { readLease } from "./read-lease.ts";

/** What earlier looks add to the present one. Times are the API server's, in milliseconds since 1970. */
export interface History {
  /** The policy did not change after this: an upper bound. */
  readonly changedMs: number;
  readonly fingerprint: string;
  readonly lastLookMs: number;
  readonly nodes: ReadonlyMap<string, NodeHistory>;
}

export interface NodeHistory {
  readonly renewedMs: number;
  /** When the kubelet came back after it had let its lease expire while we looked; else undefined. */
  readonly backSinceMs: number | undefined;
}

/** The history after one more look. */
export function remember(
  before: History | undefined,
  observation: Observation,
  policy: LivePolicy,
  question: Question,
): History {
  return {
    changedMs: changedMs(before, observation, policy, question),
    fingerprint: policy.fingerprint,
    lastLookMs: observation.nowMs,
    nodes: nodesAfter(before, observation),
  };
}

/**
 * The newest time at which anybody wrote the policy, rounded up; now, where no times are told, or where the policy has
 * changed since the last look and its times have not. What a time says later than the truth costs waiting, no more.
 */
function changedMs(
  before: History | undefined,
  { nowMs }: Observation,
  policy: LivePolicy,
  question: Question,
): number {
  const stated = statedChangeMs(policy.manifests, question);
  if (before === undefined) return stated ?? nowMs;
  const isUntold = policy.fingerprint !== before.fingerprint && (stated ?? 0) <= before.lastLookMs;
  return Math.max(before.changedMs, stated ?? 0, isUntold ? nowMs : 0);
}

function statedChangeMs(manifests: readonly Manifest[], { signer }: Question): number | undefined {
  const owns = signer.policy.key === undefined ? () => true : ownsData;
  let newest: number | undefined;
  for (const { value } of manifests) {
    const time = managedTimeMs(value, owns);
    if (time === undefined) return undefined;
    if (newest === undefined || time > newest) newest = time;
  }
  return newest === undefined ? undefined : newest + timestampGrainMs;
}

/** Who sets the text under a key owns a field of the data; who only annotates the ConfigMap does not. */
function ownsData(fields: JsonValue | undefined): boolean {
  return isObject(valueAt(fields, "f:data")) || isObject(valueAt(fields, "f:binaryData"));
}

/**
 * A kubelet renews its lease every 10 s. Two renewals further apart than the lease lasts mean that it was away in between,
 * and brought nothing to its pods.
 */
function nodesAfter(before: History | undefined, { leases }: Observation): History["nodes"] {
  const nodes = new Map(before?.nodes);
  for (const [node, object] of leases) {
    const lease = readLease(object);
    if (lease === undefined) continue;
    const known = before?.nodes.get(node);
    const wasAway = known !== undefined && lease.renewedMs - known.renewedMs > lease.durationMs;
    nodes.set(node, {
      renewedMs: lease.renewedMs,
      backSinceMs: wasAway ? lease.renewedMs : known?.backSinceMs,
    });
  }
  return nodes;
}
