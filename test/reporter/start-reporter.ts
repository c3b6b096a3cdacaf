import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { PolicyReport } from "../../src/reporter/answer.ts";
import { built } from "../cli/run-built.ts";

export interface Reporter {
  readonly url: string;
  /** What it has said so far. */
  log(): string;
  report(): Promise<PolicyReport>;
  /** Asks until the answer is right; gives how long that took, in milliseconds. */
  until(isRight: (report: PolicyReport) => boolean): Promise<number>;
  /** Sends SIGTERM; gives the exit code and how long the end took. */
  stop(): Promise<{ readonly exit: number | null; readonly tookMs: number }>;
}

/** Starts the built command on a free port of loopback, with nothing of our environment. It ends with the test. */
export async function startReporter(file: string): Promise<Reporter> {
  const child = spawn(process.execPath, [built, "report", file, "--listen", "127.0.0.1:0"], {
    env: {},
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const where = await eventually(() => /reports at (\S+) /.exec(said)?.[1]);
  const url = `http://${where}`;
  const report = async () => (await fetch(`${url}/policy`)).json() as Promise<PolicyReport>;
  return {
    url,
    log: () => said,
    report,
    async until(isRight) {
      const start = performance.now();
      await eventually(async () => isRight(await report()) || undefined);
      return performance.now() - start;
    },
    async stop() {
      const start = performance.now();
      child.kill("SIGTERM");
      return { exit: await ended, tookMs: performance.now() - start };
    },
  };
}

async function eventually<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const start = performance.now(); performance.now() - start < 15_000; await sleep(20)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error("it did not come about within 15 s");
}
