import type { waitExitCodes } from "../barrier/wait-exit-codes.ts";
import { UnansweredError } from "../cluster/cluster-reader.ts";
import { OutsideError } from "../errors.ts";
import { type Decision, decide } from "./decide.ts";
import { type History, remember } from "./history.ts";
import { readLivePolicy } from "./live-policy.ts";
import type { Observation } from "./observation.ts";
import { pauseAfterDecision, pauseAfterFailure } from "./pauses.ts";
import type { Question } from "./question.ts";

/** The outside of the loop: in tests a simulated one. */
export interface WaitWorld {
  /**
   * One look, which has to end within that time.
   *
   * @throws OutsideError where it fails.
   */
  look(withinMs: number): Promise<Observation>;
  /** Milliseconds since the process was started, by a clock that nobody sets. */
  nowMs(): number;
  /** Ends early when the process is asked to end. */
  sleep(ms: number): Promise<void>;
  /** From 0 up to 1: keeps many barriers from asking all at once. */
  random(): number;
  isEnding(): boolean;
  /** What is so now; called after every look. */
  tell(progress: Progress): Promise<void>;
}

export interface Progress {
  /** The last decision; undefined before the first. */
  readonly decision: Decision | undefined;
  /** Why the last look failed; undefined where it did not. */
  readonly failure: string | undefined;
  readonly seconds: number;
}

export interface Verdict extends Progress {
  readonly outcome: "open" | "interrupted" | keyof typeof waitExitCodes;
  /** True where the first look already found everything loaded. */
  readonly isLoadedAlready: boolean;
}

/** How long the API server may refuse us before that counts: rights that were just given take a moment to be known. */
const forbiddenPatienceMs = { 401: 60_000, 403: 20_000 } as const;

/**
 * Looks until everything is loaded and has stayed so for the stability window, or the deadline has passed. A look that
 * fails shows nothing, so what was found before it has to be found again.
 */
export async function waitUntilLoaded(question: Question, world: WaitWorld): Promise<Verdict> {
  const deadlineMs = question.timeoutSeconds * 1000;
  let state: LoopState = {
    history: undefined,
    decision: undefined,
    isLoadedAlready: false,
    looks: 0,
    failures: 0,
  };
  for (;;) {
    const startedMs = world.nowMs();
    const leftMs = deadlineMs - startedMs;
    if (world.isEnding()) return verdict("interrupted", state, world);
    if (leftMs <= 0) return verdict(outcomeAtDeadline(state), state, world);
    state = await lookOnce(question, state, world, leftMs);
    if (world.isEnding()) return verdict("interrupted", state, world);
    await world.tell(progressOf(state, world));
    if (isStable(state, question, startedMs)) return verdict("open", state, world);
    if (isForbiddenForLong(state, world)) return verdict("forbidden", state, world);
    await world.sleep(Math.max(0, Math.min(pauseOf(state, question, world), deadlineMs - world.nowMs())));
  }
}

interface LoopState {
  readonly history: History | undefined;
  readonly decision: Decision | undefined;
  /** True where no look has found anything missing. */
  readonly isLoadedAlready: boolean;
  /** Since when every look has said that everything is loaded, of the same policy. */
  readonly openSinceMs?: number | undefined;
  readonly looks: number;
  /** In a row. */
  readonly failures: number;
  readonly failure?: OutsideError | undefined;
  /** Since when every look was refused with the same status. */
  readonly refusedSinceMs?: number | undefined;
}

async function lookOnce(
  question: Question,
  before: LoopState,
  world: WaitWorld,
  leftMs: number,
): Promise<LoopState> {
  try {
    const observation = await world.look(leftMs);
    const policy = readLivePolicy(question, observation.policies);
    const history = remember(before.history, observation, policy, question);
    const decision = decide(question, observation, history);
    const isOpen = decision.state === "open";
    const isSame = before.history?.fingerprint === history.fingerprint;
    return {
      history,
      decision,
      isLoadedAlready: isOpen && (before.decision === undefined || before.isLoadedAlready),
      openSinceMs: isOpen ? ((isSame ? before.openSinceMs : undefined) ?? world.nowMs()) : undefined,
      looks: before.looks + 1,
      failures: 0,
    };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const isRefused = refusalOf(error) !== undefined && refusalOf(error) === refusalOf(before.failure);
    return {
      history: before.history,
      decision: before.decision,
      isLoadedAlready: before.isLoadedAlready,
      looks: before.looks + 1,
      failures: before.failures + 1,
      failure: error,
      refusedSinceMs:
        refusalOf(error) === undefined ? undefined : isRefused ? before.refusedSinceMs : world.nowMs(),
    };
  }
}

function refusalOf(error: unknown): 401 | 403 | undefined {
  if (!(error instanceof UnansweredError)) return undefined;
  return error.status === 401 || error.status === 403 ? error.status : undefined;
}

function isForbiddenForLong({ failure, refusedSinceMs }: LoopState, world: WaitWorld): boolean {
  const status = refusalOf(failure);
  if (status === undefined || refusedSinceMs === undefined) return false;
  return world.nowMs() - refusedSinceMs >= forbiddenPatienceMs[status];
}

/** @param startedMs when the last look began: what it found is as of then or later. */
function isStable({ openSinceMs }: LoopState, question: Question, startedMs: number): boolean {
  if (openSinceMs === undefined) return false;
  return question.stableForSeconds === 0 || startedMs - openSinceMs >= question.stableForSeconds * 1000;
}

function pauseOf(state: LoopState, question: Question, world: WaitWorld): number {
  const { decision, failure, failures, history, looks, openSinceMs } = state;
  if (failure !== undefined) {
    const asked = failure instanceof UnansweredError ? failure.retryAfterSeconds : undefined;
    return pauseAfterFailure({ failures, askedSeconds: asked, random: world.random() });
  }
  const stableInMs =
    openSinceMs === undefined ? undefined : openSinceMs + question.stableForSeconds * 1000 - world.nowMs();
  const notBeforeInMs =
    decision?.notBeforeMs === undefined || history === undefined
      ? undefined
      : decision.notBeforeMs - history.lastLookMs;
  return pauseAfterDecision({ looks, stableInMs, notBeforeInMs, random: world.random() });
}

function outcomeAtDeadline({ decision, failure }: LoopState): Verdict["outcome"] {
  if (refusalOf(failure) !== undefined) return "forbidden";
  return decision?.blame ?? "deadline";
}

function verdict(outcome: Verdict["outcome"], state: LoopState, world: WaitWorld): Verdict {
  return { ...progressOf(state, world), outcome, isLoadedAlready: state.isLoadedAlready };
}

function progressOf({ decision, failure }: LoopState, world: WaitWorld): Progress {
  return { decision, failure: failure?.message, seconds: Math.floor(world.nowMs() / 1000) };
}
