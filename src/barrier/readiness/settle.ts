import { findContentName } from "./content-name.ts";
import type { ReadinessMethod } from "./readiness-method.ts";

/**
 * The live policy covers all requesters, and since its last change so much time has passed that every replica has read
 * it: the kubelet's bound for bringing a changed ConfigMap to a pod plus the signer's own poll interval. Needs nothing
 * from the signer.
 */
export const settle: ReadinessMethod<"settle"> = {
  name: "settle",
  grade: "bounded",
  evidence: ({ propagation, pollInterval }) =>
    `the live policy holds the grants, and ${propagation} s for the kubelet plus ${pollInterval} s for the signer's poll have passed since its last change. That is a bound on time, not an answer of the signer.`,
  waitArguments: ({ propagation, pollInterval, stableFor }) => [
    `--propagation=${propagation}s`,
    `--poll-interval=${pollInterval}s`,
    `--stable-for=${stableFor}s`,
  ],
  longestWaitSeconds: ({ propagation, pollInterval, stableFor }) => propagation + pollInterval + stableFor,
  findObstacles: findContentName,
};
