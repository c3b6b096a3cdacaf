/** Between two looks, in milliseconds. Many barriers may wait at once, so every pause has some chance in it. */
const usualMs = 1000;
/** What is loaded has to be seen within two seconds, and a look takes some time itself. */
const longestMs = 1600;
/** Where the time of the next possible change is known, something else may change all the same. */
const longestUntilKnownMs = 10_000;
const firstFailureMs = 500;
const longestFailureMs = 10_000;
/** A server that asks for more is asked again all the same. */
const longestAskedSeconds = 60;

export interface AfterDecision {
  /** How many looks there have been. */
  readonly looks: number;
  /** When it may open, if it stays as it is; undefined where it is not so far. */
  readonly stableInMs: number | undefined;
  /** When it can open at the earliest; undefined where that is not known. */
  readonly notBeforeInMs: number | undefined;
  readonly random: number;
}

/** How long to wait after a look that told something. */
export function pauseAfterDecision({ looks, notBeforeInMs, random, stableInMs }: AfterDecision): number {
  const steady = Math.min(longestMs, usualMs + looks * 10) * (0.8 + 0.2 * random);
  if (stableInMs !== undefined) return Math.min(steady, Math.max(0, stableInMs));
  if (notBeforeInMs === undefined) return steady;
  return Math.min(longestUntilKnownMs * (0.8 + 0.2 * random), Math.max(steady, notBeforeInMs));
}

export interface AfterFailure {
  /** How many looks in a row have failed, this one included. */
  readonly failures: number;
  /** What the server asked for. */
  readonly askedSeconds: number | undefined;
  readonly random: number;
}

/** How long to leave a server alone that did not answer: twice as long each time. */
export function pauseAfterFailure({ askedSeconds = 0, failures, random }: AfterFailure): number {
  const grown = Math.min(longestFailureMs, firstFailureMs * 2 ** Math.min(failures - 1, 10));
  const asked = Math.min(longestAskedSeconds, askedSeconds) * 1000;
  return Math.max(asked, grown * (0.5 + 0.5 * random));
}
