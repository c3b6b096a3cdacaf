/** Rung by whoever knows of something to look at. Whoever waits is woken once, however often it rang since the last wait. */
export interface Bell {
  ring(): void;
  /** Returns when it has rung, when the time is over, or when the signal comes. Leaves no listener behind. */
  wait(milliseconds: number): Promise<void>;
}

/** One bell for one that waits; `signal` ends every wait. */
export function createBell(signal: AbortSignal): Bell {
  let rung = false;
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  return {
    ring() {
      rung = true;
      wake();
    },
    async wait(milliseconds) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
