import { Command, Option } from "commander";
import { waitExitCodes } from "../barrier/wait-exit-codes.ts";
import { exitCodes, NotImplementedError } from "../errors.ts";
import type { WaitTexts } from "../loaded/read-question.ts";
import { describeParameter } from "../parameters/describe-parameter.ts";
import { type ParameterName, parameterOf } from "../parameters.ts";
import { version } from "../version.ts";
import { type CommandEntry, commands, laterCommands, type Operand } from "./commands.ts";
import type { Invocation, RunCommand } from "./invocation.ts";
import { waitOptions } from "./wait-options.ts";

/** What the command line parser asks of whoever runs it. */
export interface ProgramHost {
  /** Width of help texts. */
  readonly columns: number;
  /** Takes help texts; called before the parser throws. */
  readonly writeHelp: (stream: "stdout" | "stderr", text: string) => void;
  readonly call: (
    load: () => Promise<RunCommand>,
    given: Pick<Invocation, "subject" | "folder" | "flags">,
  ) => Promise<void>;
}

/** The command line as commander knows it, made from the tables of commands and parameters. Writes nothing itself. */
export function buildProgram(host: ProgramHost): Command {
  const program = new Command("grantwave")
    .description("Grant first, switch second: puts certificate grants before the workloads that use them.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    // What stands behind `lockout match` is its own, although `lockout` has options of the same names.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.writeHelp("stdout", text),
      writeErr: (text) => host.writeHelp("stderr", text),
      outputError: () => {},
      getOutHelpWidth: () => host.columns,
      getErrHelpWidth: () => host.columns,
    })
    .addHelpText("after", exitCodeHelp);
  for (const entry of commands) {
    addCommand(program, entry, host);
  }
  addWait(program, host);
  for (const name of laterCommands) {
    addLaterCommand(program, name);
  }
  return program;
}

const exitCodeHelp = `
Exit codes:
  ${exitCodes.fine}   fine
  ${exitCodes.findings}   findings at or above --fail-on
  ${exitCodes.usage}   wrong usage, configuration or unreadable input, a missing tool
  ${exitCodes.cannotDecide}   cannot be decided
  ${exitCodes.outside}   an outside tool or the cluster failed or ran out of time, or a file could not be written
  ${exitCodes.notImplemented}  not implemented in this version
  ${exitCodes.bug}  a bug in grantwave`;

function addCommand(program: Command, entry: CommandEntry, host: ProgramHost): void {
  const words = entry.name.split(" ");
  const command = words
    .slice(0, -1)
    .reduce((parent, word) => existing(parent, word), program)
    .command(words.at(-1) ?? "")
    .summary(entry.summary)
    .description(`${capitalised(entry.summary)}.`)
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", `\nExamples:\n${entry.examples.map((example) => `  ${example}`).join("\n")}`);
  for (const { description, syntax } of operandsOf(entry)) {
    command.argument(syntax, description);
  }
  const options = entry.parameters.map((name) => ({ name, option: optionOf(name) }));
  for (const { option } of options) {
    command.addOption(option);
  }
  command.action(async () => {
    const given: Readonly<Record<string, unknown>> = command.opts();
    const flags = new Map<ParameterName, readonly string[]>();
    for (const { name, option } of options) {
      const value = given[option.attributeName()];
      if (value !== undefined) {
        flags.set(name, Array.isArray(value) ? value : []);
      }
    }
    const operands = [...command.args];
    const subject = entry.subject === undefined ? undefined : operands.shift();
    await host.call(entry.load, { subject, folder: operands.shift(), flags });
  });
}

/** The command that another one, such as `lockout match`, stands under; it may be none itself. */
function existing(parent: Command, word: string): Command {
  return parent.commands.find((command) => command.name() === word) ?? parent.command(word);
}

/** Manifests on standard input and Applications in files are for what plans a sync. */
function folderOperand(parameters: CommandEntry["parameters"]): Operand {
  const isPlanned = parameters.includes("application");
  return {
    syntax: "[dir]",
    description: isPlanned
      ? "folder of the application, or - for manifests on stdin; else the folder that --application names, else this one"
      : "folder of the application; else this one",
  };
}

function operandsOf({ parameters, subject, takesFolder }: CommandEntry): readonly Operand[] {
  return [...(subject === undefined ? [] : [subject]), ...(takesFolder ? [folderOperand(parameters)] : [])];
}

/** A flag collects its texts as they are; they are read with those of the other origins, and refused together. */
function optionOf(name: ParameterName): Option {
  const parameter = parameterOf(name);
  const short = parameter.short === undefined ? "" : `-${parameter.short}, `;
  const placeholder = parameter.placeholder ?? (parameter.type === "map" ? "key=value" : "word");
  const value = parameter.type === "boolean" ? "" : ` <${placeholder}>`;
  const option = new Option(`${short}--${name}${value}`, describeParameter(parameter));
  return parameter.type === "boolean" ? option : option.argParser(collect);
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Its options are those that barriers pass, and no parameters: nobody sets them but `generate`. */
function addWait(program: Command, host: ProgramHost): void {
  const command = program
    .command("wait")
    .summary("wait in a barrier Job until grants are loaded")
    .description(
      "Runs in a barrier Job: waits until every replica of the signer has loaded the grants. The Job passes all options.",
    )
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", waitExitCodeHelp);
  const options = waitOptions.map(([flags, description]) => new Option(flags, description));
  for (const option of options) {
    command.addOption(option);
  }
  command.action(async () => {
    const given: Readonly<Record<string, WaitTexts[string]>> = command.opts();
    const texts = Object.fromEntries(
      options.map((option) => [option.long?.slice("--".length) ?? "", given[option.attributeName()]]),
    );
    await host.call(
      async () => {
        const { wait } = await import("./wait.ts");
        return (invocation) => wait(invocation, texts);
      },
      { folder: undefined, flags: new Map() },
    );
  });
}

const waitExitCodeHelp = `
Exit codes:
  ${exitCodes.fine}   every grant is loaded
  ${waitExitCodes.deadline}  the deadline passed before
  ${waitExitCodes.signerNotFound}  there is no such signer, in the cluster or in this sync
  ${waitExitCodes.forbidden}  the barrier's account may not read what it has to
  ${waitExitCodes.grantMissing}  the live policy lacks a grant`;

function addLaterCommand(program: Command, name: string): void {
  program
    .command(name, { hidden: true })
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new NotImplementedError(`the command ${name} is not implemented in version ${version}`, {
        hint: "grantwave --help lists what is",
      });
    });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
