import { constants } from "node:os";
import { addAbortSignal } from "node:stream";
import { isatty } from "node:tty";
import { runCli } from "./cli.ts";
import { bugReport } from "./commands/bug-report.ts";
import type { CommandContext, OutputStream } from "./commands/context.ts";
import { exitCodes, OutsideError, ReaderGoneError } from "./errors.ts";

const abort = new AbortController();

/** The first signal asks the command to end, a second one ends the process. */
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    const exitCode = 128 + constants.signals[name];
    if (abort.signal.aborted) {
      process.exit(exitCode);
    }
    process.exitCode = exitCode;
    abort.abort();
  });
}

process.on("uncaughtException", endWithBug);

const context: CommandContext = {
  env: { ...process.env },
  cwd: process.cwd(),
  stdin: { [Symbol.asyncIterator]: readStdin },
  stdinIsTerminal: isatty(0),
  stdout: outputStream(process.stdout),
  stderr: outputStream(process.stderr),
  now: () => performance.now(),
  signal: abort.signal,
};

// Set, not called for: what is still on its way to a slow reader is written before the process ends by itself.
runCli(process.argv.slice(2), context).then(setExitCode, endWithBug);

function setExitCode(exitCode: number): void {
  process.exitCode ??= exitCode;
}

function endWithBug(error: unknown): void {
  process.stderr.write(bugReport(error, process.version), () => process.exit(exitCodes.bug));
}

/** Touches stdin only once it is read, and leaves off when the process is asked to end. */
async function* readStdin(): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* addAbortSignal(abort.signal, process.stdin);
  } catch (error) {
    const reason = abort.signal.aborted ? "interrupted" : codeOf(error);
    throw new OutsideError(`standard input cannot be read to its end (${reason})`, { cause: error });
  }
}

function outputStream(stream: NodeJS.WriteStream): OutputStream {
  // A failed write is told to whoever wrote; without a listener it would end the process as well.
  stream.on("error", () => {});
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    columns: isTerminal ? stream.columns : undefined,
    colour: isTerminal && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (!error || stream === process.stderr) {
            resolve();
          } else {
            reject(writeError(error));
          }
        });
      }),
  };
}

function writeError(error: NodeJS.ErrnoException): Error {
  return error.code === "EPIPE"
    ? new ReaderGoneError("the reader of the output is gone", { cause: error })
    : new OutsideError(`the output cannot be written (${codeOf(error)})`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
