import type { ReadinessMethod } from "./readiness-method.ts";

/** The policy object's own condition is true for its current generation. */
export const status: ReadinessMethod<"status"> = {
  name: "status",
  grade: "reported",
  evidence: ({ condition }) =>
    `the condition ${condition} of the policy object is true for its current generation. That is as good as the word of the controller that sets it.`,
  waitArguments: ({ condition, stableFor }) => [`--condition=${condition}`, `--stable-for=${stableFor}s`],
  longestWaitSeconds: ({ stableFor }) => stableFor,
};
