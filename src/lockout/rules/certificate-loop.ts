import { loopFindings, subjectOf } from "../loop-findings.ts";
import type { LockoutRule } from "../rule.ts";

/** LO007: a webhook serves with a certificate that nobody can renew without the webhook. */
export const certificateLoop: LockoutRule = {
  id: "LO007",
  find: (facts) => loopFindings(facts, "lockout-certificate", (loop) => subjectOf(loop) === "certificate"),
};
