import type { ReadinessMethod } from "./readiness-method.ts";

/** A pod with the dependent's account has asked for the same certificate and got it. */
export const canary: ReadinessMethod<"canary"> = {
  name: "canary",
  grade: "statistical",
  evidence: ({ canary: { successes } }) =>
    `${successes === 1 ? "a pod" : `${successes} pods, one after the other,`} with the dependent's account asked for the same certificate and got it. With several signer replicas nobody knows which of them answered.`,
  waitArguments: () => [],
  longestWaitSeconds: () => 0,
};
