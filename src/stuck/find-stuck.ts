import { type JsonObject, textAt } from "../manifest/manifest.ts";
import { compareText } from "../manifest/object-ref.ts";
import type { Denial } from "./denial.ts";
import { eventDenial } from "./event-denial.ts";
import { requestDenial } from "./request-denial.ts";
import type { WaitingPod } from "./waiting-pod.ts";

/** A pod that will never start by itself. */
export interface StuckPod {
  readonly pod: WaitingPod;
  readonly denial: Denial;
}

/** What there is to say about the certificates of pods, as the API server gave it. */
export interface Evidence {
  readonly requests: readonly JsonObject[];
  readonly events: readonly JsonObject[];
}

/**
 * The pods that wait in vain, longest first. A pod without any evidence is not among them: it may wait for its signer,
 * which heals by itself, or for something else. Pure.
 */
export function findStuck(pods: readonly WaitingPod[], { events, requests }: Evidence): readonly StuckPod[] {
  const stuck = pods.flatMap((pod) => {
    const denial = requestDenial(pod, requests) ?? laterEvents(pod, { events, requests });
    if (denial === undefined) return [];
    // Where nothing tells the time, it was not before there was a pod.
    const sinceMs = Number.isFinite(denial.sinceMs) ? denial.sinceMs : pod.createdMs;
    return [{ pod, denial: { ...denial, sinceMs } }];
  });
  return stuck.sort(
    (a, b) =>
      a.denial.sinceMs - b.denial.sinceMs ||
      compareText(a.pod.namespace, b.pod.namespace) ||
      compareText(a.pod.name, b.pod.name),
  );
}

/**
 * Requests vanish and events stay behind, in both directions: a kubelet that was restarted has asked anew since the events,
 * and a pod with two sources has a fresh request for the one that is pending while that of the denied one is long gone. The
 * kubelet repeats its event every two minutes, so one that is newer than every request is true now.
 */
function laterEvents(pod: WaitingPod, { events, requests }: Evidence): Denial | undefined {
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const request of requests) {
    if (textAt(request, "spec", "podUID") !== pod.uid) continue;
    newestMs = Math.max(newestMs, Date.parse(textAt(request, "metadata", "creationTimestamp") ?? ""));
  }
  return eventDenial(pod, events, newestMs);
}
