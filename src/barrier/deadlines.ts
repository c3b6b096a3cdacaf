import type { Readiness } from "../config/config.ts";

/**
 * How much earlier than its Job the process in the barrier ends itself, so that the reason is an exit code of its own
 * and not the Job's bare "deadline exceeded". The Job's clock runs while the pod is scheduled and its image is pulled,
 * so the reserve has to cover that too.
 */
export const reserveSeconds = 30;

/** The Job's `activeDeadlineSeconds`: it also ends a barrier that cannot be scheduled. */
export function jobDeadlineSeconds(readiness: Readiness): number {
  return readiness.timeout;
}

/** After how many seconds the process gives up by itself, counted from its own start. */
export function ownDeadlineSeconds(readiness: Readiness): number {
  return Math.max(1, readiness.timeout - reserveSeconds);
}
