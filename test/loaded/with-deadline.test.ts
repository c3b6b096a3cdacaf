import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { withDeadline } from "../../src/cluster/with-deadline.ts";

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** As it happens in any process after a while. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

describe("withDeadline", () => {
  it("ends work that does not end, also after a garbage collection", async () => {
    const ended = expect(withDeadline(new AbortController().signal, 0.3, never)).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await sleep(50);
    collectGarbage();
    await ended;
  }, 5000);

  it("ends it with the signal around it, which may have come before", async () => {
    const outer = new AbortController();
    const ended = expect(withDeadline(outer.signal, 60, never)).rejects.toBe("enough");
    outer.abort("enough");
    await ended;
    const early = withDeadline(outer.signal, 60, async (signal) => signal.reason);
    expect(await early).toBe("enough");
  });

  it("leaves no timer and no listener behind", async () => {
    const { signal } = new AbortController();
    expect(await withDeadline(signal, 3600, async () => "done")).toBe("done");
    const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout");
    await withDeadline(signal, 3600, async () => "done");
    expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toEqual(timers);
  });
});
