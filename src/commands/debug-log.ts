import type { CommandContext } from "./context.ts";
import { finalLine } from "./final-line.ts";

/** Tells a step on stderr with the time since the process was started; does nothing where nobody asked for it. */
export type DebugLog = (message: string) => Promise<void>;

/** `GRANTWAVE_LOG=debug`: names, counts and times. No value of the input or of the environment is ever told. */
export function debugLog({ now, stderr }: Pick<CommandContext, "now" | "stderr">, on: boolean): DebugLog {
  if (!on) return async () => {};
  return (message) =>
    stderr.write(`${finalLine({ message: `debug ${Math.round(now())} ms: ${message}` })}\n`);
}
