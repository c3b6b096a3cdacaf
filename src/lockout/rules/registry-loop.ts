import { loopFindings, subjectOf } from "../loop-findings.ts";
import type { LockoutRule } from "../rule.ts";

/** LO019: the image of what a registry needs lies in that registry. */
export const registryLoop: LockoutRule = {
  id: "LO019",
  find: (facts) => loopFindings(facts, "lockout-registry", (loop) => subjectOf(loop) === "image"),
};
