import type { Readiness } from "../config/config.ts";
import { type Finding, finding } from "../findings/finding.ts";
import type { BarrierGroup } from "./barrier.ts";
import { methodOf } from "./readiness/methods.ts";

/**
 * How much earlier than its Job the process in the barrier ends itself, so that the reason is an exit code of its own
 * and not the Job's bare "deadline exceeded". The Job's clock runs while the pod is scheduled and its image is pulled,
 * so the reserve has to cover that too.
 */
const reserveSeconds = 30;

/** The Job's `activeDeadlineSeconds`: it also ends a barrier that cannot be scheduled. */
export function jobDeadlineSeconds(readiness: Readiness): number {
  return readiness.timeout;
}

/** After how many seconds the process gives up by itself, counted from its own start. */
export function ownDeadlineSeconds(readiness: Readiness): number {
  return Math.max(1, readiness.timeout - reserveSeconds);
}

/** Barriers that could never open in time after a change of their policy. One finding for each signer. */
export function findShortDeadlines(groups: readonly BarrierGroup[]): readonly Finding[] {
  const signers = new Map(groups.map(({ signer }) => [signer.name, signer]));
  const findings: Finding[] = [];
  for (const { name, readiness } of signers.values()) {
    const neededSeconds = methodOf(readiness).longestWaitSeconds(readiness) + reserveSeconds;
    if (readiness.timeout >= neededSeconds) continue;
    findings.push(
      finding(
        "barrier-deadline-short",
        {},
        { signer: name, timeoutSeconds: readiness.timeout, neededSeconds },
      ),
    );
  }
  return findings;
}
