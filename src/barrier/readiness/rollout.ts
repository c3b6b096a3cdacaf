import type { ReadinessMethod } from "./readiness-method.ts";

/** The policy's name carries its content, so a signer pod that references the new name has the new policy. */
export const rollout: ReadinessMethod<"rollout"> = {
  name: "rollout",
  grade: "exact",
  evidence: () =>
    "every signer pod that is not terminated references the policy object of this sync, whose name carries its content, and is ready. That is exact.",
  waitArguments: ({ stableFor }) => [`--stable-for=${stableFor}s`],
  longestWaitSeconds: ({ stableFor }) => stableFor,
};
