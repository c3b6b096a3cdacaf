import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { OutsideError } from "../errors.ts";
import type { TextOptions } from "../report/plan-text/section.ts";
import { colourStyle, plainStyle } from "../report/style.ts";
import type { CommandContext } from "./context.ts";
import type { OutputTarget } from "./output-target.ts";

/**
 * Writes each report to where it is wanted. All of them are made before the first is written.
 *
 * @throws OutsideError where one cannot be written.
 */
export async function writeReports<F extends string>(
  { cwd, stdout }: CommandContext,
  targets: readonly OutputTarget<F>[],
  make: (format: F, options: Partial<TextOptions>) => string,
): Promise<void> {
  const terminal = { width: stdout.columns ?? 80, style: stdout.colour ? colourStyle : plainStyle };
  const reports = targets.map(({ file, format }) => ({
    file,
    text: make(format, file === undefined ? terminal : {}),
  }));
  for (const { file, text } of reports) {
    if (file === undefined) await stdout.write(text);
    else await writeReport(file, cwd, text);
  }
}

async function writeReport(file: string, cwd: string, report: string): Promise<void> {
  try {
    await writeFile(resolve(cwd, file), report);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new OutsideError(`the report cannot be written to ${file}${reason}`, {
      hint: "name a file in a folder that is there and may be written to",
      cause,
    });
  }
}
