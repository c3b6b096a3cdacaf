import { readLease } from "../read-lease.ts";
import type { SignerPod } from "../read-pod.ts";
import type { LoadedMethod, ReplicaVerdict, Situation } from "./loaded-method.ts";
import { isReadAtStart } from "./policy-delivery.ts";

/**
 * How much later than it was taken the time in a lease may have reached the API server, in milliseconds: the kubelet gives
 * a renewal this long (kubernetes 1.37 `cmd/kubelet/app/server.go`, the heartbeat client).
 */
const renewalMs = 10_000;

/**
 * So much time has passed since the policy was last changed that every replica has read it: the kubelet's bound for
 * bringing it to a pod, and the signer's poll interval. Every kubelet has to have lived for that long, as its lease tells.
 * All by the API server's clock.
 */
export const settle: LoadedMethod<"settle"> = {
  name: "settle",
  looksAtLeases: true,
  findObstacles({ history, isNobodyThere, observation }, { pollInterval, propagation }) {
    const untilMs = history.changedMs + (propagation + pollInterval) * 1000;
    if (isNobodyThere || observation.nowMs >= untilMs) return [];
    const changed = new Date(history.changedMs).toISOString().slice(11, 19);
    const bounds = `${propagation} s for the kubelet and ${pollInterval} s for the signer`;
    return [{ says: `the policy was changed at ${changed}; ${bounds} have not passed`, untilMs }];
  },
  judge(pod, situation, { pollInterval, propagation }) {
    const arrivedMs = situation.history.changedMs + propagation * 1000;
    if (situation.observation.nowMs < arrivedMs) return no("may not have it yet");
    const lease = readLease(situation.observation.leases.get(pod.node));
    if (lease === undefined) return no(`its node ${pod.node} has no lease, so its kubelet may be gone`);
    if (lease.renewedMs < arrivedMs) return no(`the kubelet of node ${pod.node} has not been seen since`);
    const back = situation.history.nodes.get(pod.node)?.backSinceMs;
    const settledMs = (back ?? 0) + (propagation + pollInterval) * 1000;
    if (situation.observation.nowMs < settledMs) {
      const left = Math.ceil((settledMs - situation.observation.nowMs) / 1000);
      return no(`the kubelet of node ${pod.node} was away, and has ${left} s to catch up`);
    }
    const { container } = pod;
    if (container === undefined) return no("has no container of the signer's name");
    if (!container.isReady) return no(`its container ${container.name} is not ready`);
    if (readsAtStart(pod, situation) && !startedSince(container.startedMs, arrivedMs, lease.clockAheadMs)) {
      return no(`its container ${container.name} reads the policy when it starts, and has not started since`);
    }
    return { isLoaded: true, says: "has had the time to load it" };
  },
};

function readsAtStart(pod: SignerPod, { policy }: Situation): boolean {
  return policy.manifests.some(({ ref }) => isReadAtStart(pod, ref));
}

/** The container's time is of its node's clock; the lease tells how far that one is ahead. */
function startedSince(
  startedMs: number | undefined,
  sinceMs: number,
  clockAheadMs: number | undefined,
): boolean {
  if (startedMs === undefined || clockAheadMs === undefined) return false;
  return startedMs - clockAheadMs - renewalMs >= sinceMs;
}

function no(says: string): ReplicaVerdict {
  return { isLoaded: false, says };
}
