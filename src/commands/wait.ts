import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { waitExitCodes } from "../barrier/wait-exit-codes.ts";
import type { ApiConnection } from "../cluster/api-call.ts";
import { askPod } from "../cluster/ask-pod.ts";
import { type LongLivedReader, longLivedReader } from "../cluster/long-lived-reader.ts";
import { mountedApiServer } from "../cluster/service-account.ts";
import { exitCodes, OutsideError } from "../errors.ts";
import { look } from "../loaded/look.ts";
import type { Observation } from "../loaded/observation.ts";
import { progressLines } from "../loaded/progress-lines.ts";
import type { Question } from "../loaded/question.ts";
import { readQuestion, type WaitTexts } from "../loaded/read-question.ts";
import { type ServerClock, serverClock } from "../loaded/server-clock.ts";
import { terminationMessage, verdictLines } from "../loaded/verdict-lines.ts";
import { type Verdict, type WaitWorld, waitUntilLoaded } from "../loaded/wait-loop.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import type { CommandContext } from "./context.ts";
import type { Invocation } from "./invocation.ts";

/** What a pod that does not answer costs a look. */
const podTimeoutSeconds = 2;
const terminationLog = "/dev/termination-log";

/**
 * `grantwave wait`: runs in a barrier, and ends when the grants are loaded or its deadline has passed. Everything is told
 * on stderr; the end also in the container's termination message.
 */
export async function wait({ context }: Invocation, options: WaitTexts): Promise<number> {
  const question = readQuestion(options);
  const clock = serverClock();
  const reader = longLivedReader(
    connector(context, options["kubeconfig"]),
    context.now,
    context.signal,
    ({ dateMs }) => dateMs !== undefined && clock.note(dateMs, context.now()),
  );
  try {
    const verdict = await waitUntilLoaded(question, realWorld(question, context, reader, clock));
    const lines = verdictLines(verdict, question);
    await context.stderr.write(`${lines.join("\n")}\n`);
    await writeTerminationMessage(terminationMessage(lines));
    return codeOf(verdict);
  } finally {
    reader.forget();
  }
}

function codeOf({ outcome }: Verdict): number {
  if (outcome === "open") return exitCodes.fine;
  // The process ends with the code of the signal that it got; this one would stand for none.
  if (outcome === "interrupted") return exitCodes.outside;
  return waitExitCodes[outcome];
}

function connector(
  { env, signal }: CommandContext,
  kubeconfig: WaitTexts[string],
): () => Promise<ApiConnection> {
  if (typeof kubeconfig !== "string") {
    const folder = resolveParameters(new Map(), env).values["service-account"];
    return async () => (await mountedApiServer(folder, env, signal)).connection;
  }
  return async () => {
    const { kubeconfigConnection } = await import("../cluster/kubeconfig.ts");
    return kubeconfigConnection(kubeconfig, undefined);
  };
}

function realWorld(
  question: Question,
  context: CommandContext,
  reader: LongLivedReader,
  clock: ServerClock,
): WaitWorld {
  const { now, signal, stderr } = context;
  const tellLines = progressLines(question.timeoutSeconds);
  async function lookNow(): Promise<Observation> {
    return look(question, {
      reader: await reader.current(),
      nowMs: () => clock.atMs(now()),
      askPod: ({ addresses }, request) =>
        askPod({ addresses, ...request, timeoutSeconds: podTimeoutSeconds, signal }),
    });
  }
  return {
    nowMs: now,
    random: Math.random,
    isEnding: () => signal.aborted,
    sleep: (ms) => sleep(ms, undefined, { signal }).catch(() => {}),
    async look(withinMs) {
      try {
        return await within(withinMs, lookNow());
      } catch (error) {
        reader.forget();
        throw error;
      }
    },
    async tell(progress) {
      const lines = tellLines(progress);
      if (lines.length > 0) await stderr.write(`${lines.join("\n")}\n`);
    },
  };
}

/** What is asked goes on for a while, but nobody waits for it. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  work.catch(() => {}); // it may fail when nobody listens any more
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new OutsideError("the API server has not answered before the deadline");
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/** The kubelet mounts the file into the container; anywhere else there is none, and none is made. */
async function writeTerminationMessage(text: string): Promise<void> {
  try {
    const file = await open(terminationLog, "r+");
    await file.writeFile(text).finally(() => file.close());
  } catch {
    // The kubelet takes the last lines of the log instead (terminationMessagePolicy).
  }
}
