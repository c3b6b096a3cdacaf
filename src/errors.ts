/**
 * Exit codes, documented in the README. `wait` has codes of its own, since its Job's podFailurePolicy names them.
 */
export const exitCodes = {
  fine: 0,
  findings: 1,
  usage: 2,
  cannotDecide: 3,
  outside: 4,
  notImplemented: 69,
  bug: 70,
} as const;

/**
 * Anything that ends a command early and is not a finding: what happened, where, and what to do next. Problems of the
 * input are findings instead; stages never throw them.
 */
export abstract class GrantwaveError extends Error {
  abstract readonly exitCode: number;
  /** What the reader can do about it: one sentence, without a leading capital or a trailing dot. Printed behind the last problem. */
  readonly hint: string | undefined;
  /** Further problems of the same kind, one sentence each, for errors that report everything at once. */
  readonly others: readonly string[];

  constructor(
    message: string,
    options: { hint?: string | undefined; cause?: unknown; others?: readonly string[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.hint = options.hint;
    this.others = options.others ?? [];
  }
}

/** Wrong usage, wrong configuration, unreadable input, a missing tool: exit 2. */
export class UsageError extends GrantwaveError {
  readonly exitCode = exitCodes.usage;
}

/** An outside tool or the cluster failed or ran out of time: exit 4. */
export class OutsideError extends GrantwaveError {
  readonly exitCode = exitCodes.outside;
}

/** A command that this version does not have yet: exit 69. */
export class NotImplementedError extends GrantwaveError {
  readonly exitCode = exitCodes.notImplemented;
}

/** Whoever read our output has closed it, as `head` does: exit 4, and nothing to tell anybody. */
export class ReaderGoneError extends GrantwaveError {
  readonly exitCode = exitCodes.outside;
}
