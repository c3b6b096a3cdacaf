import { type DenialImpact, stuckRollout } from "./denial-impact.ts";

/** Knative Serving 0.50: a change makes a new Revision; traffic stays with the last one that became ready. */
export function impactOfKnative(): DenialImpact {
  return stuckRollout("traffic stays with the last ready revision, and the new one never becomes ready");
}
