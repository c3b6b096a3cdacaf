import { type ChildProcess, spawn } from "node:child_process";
// The group of a child can only be signalled through the process object; this is the one place that needs it.
import { kill } from "node:process";
import { type GrantwaveError, OutsideError, UsageError } from "../errors.ts";
import { BoundedOutput } from "./bounded-output.ts";
import type { Deadline } from "./deadline.ts";
import { tooLarge } from "./too-large.ts";
import { toolWords } from "./tool-words.ts";

export interface ToolRun {
  /** What runs, for messages: `helm template`. */
  readonly command: string;
  /** Absolute path of the executable. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes?: number;
  /** Milliseconds between asking a child to end and ending it. */
  readonly graceMilliseconds?: number;
  /** Leaves the child in our own process group, where somebody ends that as a whole once we are gone. */
  readonly sharesGroup?: boolean;
  /** True where stdout is talk and no render: it becomes part of the words of a failure. */
  readonly chatter?: boolean;
  /** Rewrites the tool's own words before they reach a message, such as private paths. */
  readonly rewrite?: (words: string) => Promise<string>;
  /** Called once the program has been started. */
  readonly onStart?: (() => void) | undefined;
}

export interface ToolOutput {
  readonly stdout: Buffer;
  /** Beginning and end where it was long. */
  readonly stderr: string;
}

/** The tool ran and failed by itself. `words` is what it said on stderr, bounded. */
export class ToolFailed extends OutsideError {
  readonly words: string;

  constructor(message: string, words: string, hint?: string) {
    super(message, hint === undefined ? {} : { hint });
    this.words = words;
  }

  /** The same failure with advice from whoever knows what was attempted. */
  advised(hint: string): ToolFailed {
    return new ToolFailed(this.message, this.words, hint);
  }
}

const defaultMaxStderrBytes = 256 * 1024;
const defaultGraceMilliseconds = 2000;
/** How long stdout must have been silent after the child ended, where something else still holds it open. */
const quietMilliseconds = 1000;

/**
 * Runs a program without a shell and gives what it printed once it has ended with 0.
 *
 * At the deadline, on abort, and when stdout grows over its limit, the program is asked to end (SIGTERM) and then ended
 * (SIGKILL), with all of its process group if it has one of its own, and the promise rejects when that is done. A render never becomes part of a message: it may hold
 * Secrets. Throws ToolFailed for an exit code other than 0, OutsideError for a deadline or an interruption, UsageError
 * for a program that cannot be started and for too much output.
 */
export async function runTool(run: ToolRun): Promise<ToolOutput> {
  if (run.signal.aborted) throw interrupted(run);
  const child = start(run);
  run.onStart?.();
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr = new BoundedOutput(run.maxStderrBytes ?? defaultMaxStderrBytes);
    let stdoutBytes = 0;
    let stopped: GrantwaveError | undefined;
    let exit: { readonly code: number | null; readonly signal: string | null } | undefined;
    let settled = false;
    const timers = new Timers();
    const signalTool = (name: NodeJS.Signals): void => send(child, run, name);

    const stop = (why: GrantwaveError): void => {
      if (stopped !== undefined) return;
      stopped = why;
      signalTool("SIGTERM");
      timers.set("grace", run.graceMilliseconds ?? defaultGraceMilliseconds, () => {
        signalTool("SIGKILL");
        waitForQuiet();
      });
    };
    const finish = (): void => {
      if (settled) return;
      settled = true;
      timers.clear();
      run.signal.removeEventListener("abort", onAbort);
      // Whoever of the group is left has nobody to talk to any more.
      signalTool("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (stopped !== undefined) reject(stopped);
      else if (exit?.code === 0) resolve({ stdout: Buffer.concat(stdout), stderr: stderr.text() });
      else failed(run, exit, words(run, stdout, stderr)).then(reject, reject);
    };
    // A grandchild may keep stdout open for ever: silence counts as its end. A busy event loop is no silence, so what
    // waits in the pipe is read once more before the verdict.
    const waitForQuiet = (): void =>
      timers.set("quiet", quietMilliseconds, () => {
        const before = stdoutBytes;
        setImmediate(() => (stdoutBytes === before ? finish() : waitForQuiet()));
      });
    const onAbort = (): void => stop(interrupted(run));

    child.stdout?.on("data", (chunk: Buffer) => {
      if (stopped !== undefined) return;
      stdoutBytes += chunk.length;
      if (stdoutBytes > run.maxStdoutBytes)
        return stop(tooLarge(`\`${run.command}\` printed`, run.maxStdoutBytes));
      stdout.push(chunk);
      if (exit !== undefined) waitForQuiet();
    });
    child.stderr?.on("data", (chunk: Buffer) => stderr.add(chunk));
    child.on("error", (cause) => {
      stopped ??= cannotStart(run, cause);
      finish();
    });
    child.on("exit", (code, signal) => {
      exit = { code, signal };
      if (stopped !== undefined) signalTool("SIGKILL");
      waitForQuiet();
    });
    child.on("close", finish);
    run.signal.addEventListener("abort", onAbort, { once: true });
    timers.set("deadline", run.deadline.remainingMilliseconds(), () => stop(tooSlow(run)));
  });
}

function start(run: ToolRun): ChildProcess {
  try {
    return spawn(run.file, [...run.args], {
      cwd: run.cwd,
      env: { ...run.env },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that its children end with it.
      detached: !run.sharesGroup,
      shell: false,
    });
  } catch (cause) {
    throw cannotStart(run, cause);
  }
}

/** Named timers, of which setting one again replaces it. */
class Timers {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  set(name: string, milliseconds: number, then: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(then, milliseconds));
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}

/** To the child's group, or to the child alone where the group is also ours; never to a number that is free again. */
function send(child: ChildProcess, run: ToolRun, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (run.sharesGroup) {
    child.kill(signal);
    return;
  }
  try {
    kill(-child.pid, signal);
  } catch {
    // The group is gone: that is what we wanted.
  }
}

/** helm tells why a repository cannot be reached on stdout only. */
function words(run: ToolRun, stdout: readonly Buffer[], stderr: BoundedOutput): string {
  return run.chatter ? `${Buffer.concat(stdout).toString("utf8")}${stderr.text()}` : stderr.text();
}

async function failed(
  run: ToolRun,
  exit: { readonly code: number | null; readonly signal: string | null } | undefined,
  output: string,
): Promise<ToolFailed> {
  const words = toolWords((await run.rewrite?.(output)) ?? output);
  const how =
    exit?.code === null ? `was ended by ${exit.signal}` : `failed with exit code ${exit?.code ?? "unknown"}`;
  const said = words === "" ? "it said nothing on stderr" : words;
  return new ToolFailed(`\`${run.command}\` ${how}: ${said}`, words);
}

function tooSlow(run: ToolRun): OutsideError {
  return new OutsideError(
    `\`${run.command}\` was ended: rendering took longer than its deadline of ${run.deadline.seconds} s`,
    {
      hint:
        "find out what it waits for (a chart repository, a remote base); or raise --render-timeout together with " +
        "Argo CD's own deadline (controller.repo.server.timeout.seconds), which must stay the longer one",
    },
  );
}

function interrupted(run: ToolRun): OutsideError {
  return new OutsideError(`\`${run.command}\` was ended because grantwave was asked to stop`);
}

function cannotStart(run: ToolRun, cause: unknown): GrantwaveError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  if (code === "E2BIG") {
    return new UsageError(`\`${run.command}\` cannot be started: its arguments are too long`, {
      hint: "move long values from set or values into a values file",
      cause,
    });
  }
  return new UsageError(`\`${run.command}\` cannot be started: ${run.file} in ${run.cwd} (${code})`, {
    hint: "check that the tool is there, executable and built for this platform",
    cause,
  });
}
