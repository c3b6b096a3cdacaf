import { loopFindings, subjectOf } from "../loop-findings.ts";
import type { LockoutRule } from "../rule.ts";

/** LO018: a signer needs a pod certificate that only it, or what stands on it, can sign. */
export const signerLoop: LockoutRule = {
  id: "LO018",
  find: (facts) => loopFindings(facts, "lockout-signer", (loop) => subjectOf(loop) === "signature"),
};
