import type { FlagTexts } from "../parameters/read-flags.ts";
import type { CommandContext } from "./context.ts";

/** One call of a command, as it stands on the command line. */
export interface Invocation {
  readonly context: CommandContext;
  /** What stands before the folder, for commands that take such a thing: the object to explain, the schema to print. */
  readonly subject?: string | undefined;
  /** A folder relative to the working directory, `-` for manifests on stdin, or none. */
  readonly folder: string | undefined;
  readonly flags: FlagTexts;
  /** To be called once the application's name is known: the final line of what fails afterwards carries it. */
  readonly onApplication: (name: string) => void;
}

/** Runs a command to its end and gives the exit code; ends early with a GrantwaveError. */
export type RunCommand = (invocation: Invocation) => Promise<number>;
