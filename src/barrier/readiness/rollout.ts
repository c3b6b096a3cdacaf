import { type Finding, finding } from "../../findings/finding.ts";
import type { BarrierGroup } from "../barrier.ts";
import { carriesContent } from "./content-name.ts";
import type { ReadinessMethod } from "./readiness-method.ts";

/** The policy's name carries its content, so a signer pod that references the new name has the new policy. */
export const rollout: ReadinessMethod<"rollout"> = {
  name: "rollout",
  grade: "exact",
  evidence: () =>
    "every signer pod that is not terminated references the policy object of this sync, whose name carries its content, and is ready. That is exact.",
  waitArguments: ({ stableFor }) => [`--stable-for=${stableFor}s`],
  longestWaitSeconds: ({ stableFor }) => stableFor,
  findObstacles: findFixedName,
};

/**
 * A policy whose content can change under its name: a pod that references it may have read what it was before. An
 * external policy is left to the barrier, which sees the live object.
 */
function findFixedName({ signer, policyManifest }: BarrierGroup): readonly Finding[] {
  if (policyManifest === undefined || carriesContent(policyManifest)) return [];
  const { ref, source } = policyManifest;
  return [finding("rollout-name-fixed", { refs: [ref], source }, { signer: signer.name })];
}
