import type { FlagTexts } from "../parameters/read-flags.ts";
import type { CommandContext } from "./context.ts";

/** One call of a command, as it stands on the command line. */
export interface Invocation {
  readonly context: CommandContext;
  /** The operand: a folder relative to the working directory, or `-` for manifests on stdin. */
  readonly folder: string;
  readonly flags: FlagTexts;
}

/** Runs a command to its end and gives the exit code; ends early with a GrantwaveError. */
export type RunCommand = (invocation: Invocation) => Promise<number>;
