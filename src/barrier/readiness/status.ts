import { type Finding, finding } from "../../findings/finding.ts";
import type { BarrierGroup } from "../barrier.ts";
import type { ReadinessMethod } from "./readiness-method.ts";

/** The policy object's own condition is true for its current generation. */
export const status: ReadinessMethod<"status"> = {
  name: "status",
  grade: "reported",
  evidence: ({ condition }) =>
    `the condition ${condition} of the policy object is true for its current generation. That is as good as the word of the controller that sets it.`,
  waitArguments: ({ condition, stableFor }) => [`--condition=${condition}`, `--stable-for=${stableFor}s`],
  longestWaitSeconds: ({ stableFor }) => stableFor,
  findObstacles: findNoStatus,
};

/** Kinds of the core group that hold data and have no status, so that nobody can report on them. */
const withoutStatus: ReadonlySet<string> = new Set(["ConfigMap", "Secret"]);

function findNoStatus({ signer, policy, policyManifest }: BarrierGroup): readonly Finding[] {
  const ref = policyManifest?.ref ?? policy;
  if (ref.group !== "" || !withoutStatus.has(ref.kind)) return [];
  const where = { refs: [ref], source: policyManifest?.source ?? null };
  return [finding("policy-without-status", where, { signer: signer.name })];
}
