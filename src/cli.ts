import { CommanderError } from "commander";
import type { CommandContext } from "./commands/context.ts";
import { finalLine } from "./commands/final-line.ts";
import { buildProgram } from "./commands/program.ts";
import { exitCodes, GrantwaveError, ReaderGoneError, UsageError } from "./errors.ts";

/**
 * Runs one command line (without the program's name) to its end and gives the exit code. What ends a command early is
 * told on stderr, with one final line that says it all.
 *
 * @throws only what is a bug in grantwave.
 */
export async function runCli(args: readonly string[], context: CommandContext): Promise<number> {
  const printed = { out: "", err: "" };
  let exitCode: number = exitCodes.fine;
  let application = context.env["ARGOCD_APP_NAME"];
  const program = buildProgram({
    columns: context.stdout.columns ?? 100,
    write: (stream, text) => {
      printed[stream] += text;
    },
    call: async (load, { folder, flags }) => {
      application = flags.get("name")?.at(-1) ?? application;
      const run = await load();
      exitCode = await run({ context, folder, flags });
    },
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    const failure = error instanceof CommanderError ? usageErrorOf(error) : error;
    if (failure === undefined) {
      return await print(context, printed);
    }
    if (!(failure instanceof GrantwaveError)) {
      throw error;
    }
    if (!(failure instanceof ReaderGoneError)) {
      const others = failure.others.map((other) => `grantwave: ${finalLine({ message: other })}\n`);
      const last = finalLine({ message: failure.message, hint: failure.hint, application });
      await context.stderr.write(`${others.join("")}${last}\n`);
    }
    return failure.exitCode;
  }
}

/** Undefined where commander ends a run only because it has printed a help text or the version. */
function usageErrorOf(error: CommanderError): UsageError | undefined {
  if (error.exitCode === 0 || error.code === "commander.help") {
    return undefined;
  }
  const [message = "", suggestion = ""] = error.message.replace(/^error: /, "").split("\n");
  const hint = suggestion.replace(/^\((.*)\)$/, "$1");
  return new UsageError(message, {
    hint: hint === "" ? "grantwave --help lists commands and options" : hint,
  });
}

/** Help that was asked for goes to stdout; help because nothing was asked is a usage error. */
async function print(
  context: CommandContext,
  printed: { readonly out: string; readonly err: string },
): Promise<number> {
  if (printed.err !== "") {
    await context.stderr.write(printed.err);
    return exitCodes.usage;
  }
  await context.stdout.write(printed.out);
  return exitCodes.fine;
}
