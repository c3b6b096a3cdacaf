import { setTimeout as sleep } from "node:timers/promises";

/** What is waited for, and how often and how long. */
export interface Patience {
  readonly seconds: number;
  readonly everyMs?: number;
}

/**
 * Asks again and again until there is an answer other than undefined or false, and gives it. A question that throws has no
 * answer yet. Rejects with what was waited for and the last error.
 */
export async function waitUntil<Answer>(
  what: string,
  { seconds, everyMs = 100 }: Patience,
  ask: () => Answer | undefined | false | Promise<Answer | undefined | false>,
): Promise<Answer> {
  const end = Date.now() + seconds * 1000;
  let last: unknown = "no answer yet";
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    await sleep(everyMs);
  } while (Date.now() < end);
  const words = last instanceof Error ? last.message : String(last);
  throw new Error(`${what}: not within ${seconds} s (${words})`, { cause: last });
}
