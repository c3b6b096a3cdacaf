/** One point in time for all tools of a render, by the monotonic clock. */
export interface Deadline {
  /** What it was set to, for messages. */
  readonly seconds: number;
  /** Milliseconds left; never negative. */
  remainingMilliseconds(): number;
}

export function startDeadline(seconds: number): Deadline {
  const end = performance.now() + seconds * 1000;
  return { seconds, remainingMilliseconds: () => Math.max(0, end - performance.now()) };
}
