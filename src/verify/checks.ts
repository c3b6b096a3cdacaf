import { UnansweredError } from "../cluster/cluster-reader.ts";
import type { Check, CheckResult, Question } from "./check.ts";
import { checkBarrierAccount } from "./check-barrier-account.ts";
import { checkBarrierRights } from "./check-barrier-rights.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkLookUp } from "./check-look-up.ts";
import { checkMode } from "./check-mode.ts";
import { checkOptIn } from "./check-opt-in.ts";
import { checkPods } from "./check-pods.ts";
import { checkProject } from "./check-project.ts";
import { checkProof } from "./check-proof.ts";
import { checkRendered } from "./check-rendered.ts";
import { checkSidecars } from "./check-sidecars.ts";

/** All checks, in the order in which things have to be in place. */
export const checks: readonly Check[] = [
  checkSidecars,
  checkPods,
  checkConfiguration,
  checkLookUp,
  checkBarrierAccount,
  checkBarrierRights,
  checkProject,
  checkOptIn,
  checkMode,
  checkRendered,
  checkProof,
];

export interface NamedResult extends CheckResult {
  readonly check: string;
}

/**
 * Runs all checks. One that may not ask is `unknown`, and the others go on.
 *
 * @throws OutsideError where a cluster gives no answer at all.
 */
export async function runChecks(question: Question): Promise<readonly NamedResult[]> {
  const results: NamedResult[] = [];
  for (const { name, run } of checks) {
    for (const result of await run(question).catch(unanswered)) results.push({ check: name, ...result });
  }
  return results;
}

function unanswered(error: unknown): readonly CheckResult[] {
  if (!(error instanceof UnansweredError)) throw error;
  return [
    {
      status: "unknown",
      message: `it could not be looked at: ${error.message}`,
      hint: "verify with an account that may read it",
    },
  ];
}
