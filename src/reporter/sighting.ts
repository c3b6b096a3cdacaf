import type { Look } from "./look-at-file.ts";

/** What a reporter knows of its file after some looks at it. */
export interface Sighting {
  /** Undefined where the last look found no whole file. */
  readonly seen: Seen | undefined;
  /** Why there is nothing to see; undefined where there is. */
  readonly problem: string | undefined;
}

export interface Seen {
  readonly digest: string;
  readonly sizeBytes: number;
  readonly identity: string;
  /** When this very file was first seen. It was there before, by as much as lies between two looks at the most. */
  readonly since: Moment;
}

/** One moment by two clocks: of the day, for people and to compare with the kubelet's, and one that never jumps. */
export interface Moment {
  /** Milliseconds since 1970, by the node's clock. */
  readonly wallMs: number;
  /** Milliseconds since the process was started. */
  readonly steadyMs: number;
}

export const nothingSeen: Sighting = { seen: undefined, problem: "has not been looked at yet" };

/**
 * What is known after one more look. A file that was written anew is a new sight even where its bytes are the old ones:
 * in between there may have been others, which the signer may have read. It errs on the late side, never on the early one.
 */
export function afterLook(before: Sighting, look: Look, now: Moment): Sighting {
  if ("problem" in look) return { seen: undefined, problem: look.problem };
  const { digest, identity, sizeBytes } = look;
  if (before.seen?.digest === digest && before.seen.identity === identity) return before;
  return { seen: { digest, identity, sizeBytes, since: now }, problem: undefined };
}

/** Whether people want to be told: what is seen, or why nothing is, has changed. */
export function isNews(before: Sighting, after: Sighting): boolean {
  return before.seen !== after.seen || before.problem !== after.problem;
}
