import { CommanderError } from "commander";
import { boundedLines } from "./commands/bounded-lines.ts";
import type { CommandContext } from "./commands/context.ts";
import { finalLine } from "./commands/final-line.ts";
import { buildProgram } from "./commands/program.ts";
import { exitCodes, GrantwaveError, ReaderGoneError, UsageError } from "./errors.ts";
import { lastText } from "./parameters/read-flags.ts";

/**
 * Runs one command line (without the program's name) to its end and gives the exit code. What ends a command early is
 * told on stderr, with one final line that says it all.
 *
 * @throws only what is a bug in grantwave.
 */
export async function runCli(args: readonly string[], context: CommandContext): Promise<number> {
  let application = context.env["ARGOCD_APP_NAME"];
  try {
    return await execute(args, context, (name) => {
      application = name;
    });
  } catch (error) {
    if (!(error instanceof GrantwaveError)) {
      throw error;
    }
    if (!(error instanceof ReaderGoneError)) {
      await context.stderr.write(describeError(error, application));
    }
    return error.exitCode;
  }
}

/** A line for each problem; the last one is the final line. */
function describeError(error: GrantwaveError, application: string | undefined): string {
  const problems = [error.message, ...error.others];
  const before = problems.slice(0, -1).map((message) => finalLine({ message }));
  const last = finalLine({ message: problems.at(-1) ?? "", hint: error.hint, application });
  const more = (count: number) => finalLine({ message: `… and ${count} more problems` });
  return boundedLines([last, ...before.reverse()], more);
}

async function execute(
  args: readonly string[],
  context: CommandContext,
  onApplication: (name: string) => void,
): Promise<number> {
  const help = { stdout: "", stderr: "" };
  let exitCode: number = exitCodes.fine;
  const program = buildProgram({
    columns: context.stdout.columns ?? 100,
    writeHelp: (stream, text) => {
      help[stream] += text;
    },
    call: async (load, given) => {
      const name = lastText(given.flags, "name");
      if (name !== undefined) {
        onApplication(name);
      }
      const run = await load();
      exitCode = await run({ context, onApplication, ...given });
    },
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    if (help.stdout === "" && help.stderr === "") {
      throw usageErrorOf(error);
    }
  }
  // Help that was asked for is the product; help because no command was given is a usage error.
  await context.stdout.write(help.stdout);
  await context.stderr.write(help.stderr);
  return help.stderr === "" ? exitCodes.fine : exitCodes.usage;
}

/** commander says `error: …`, and on a second line in parentheses what may have been meant. */
function usageErrorOf(error: CommanderError): UsageError {
  const [message = "", suggestion = ""] = error.message.replace(/^error: /, "").split("\n");
  const hint = suggestion.replace(/^\((.*)\)$/, "$1");
  return new UsageError(message, { hint: hint || "grantwave --help lists commands and options" });
}
