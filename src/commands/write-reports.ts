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
    else await writeReport(resolve(cwd, file), text);
  }
}

async function writeReport(file: string, report: string): Promise<void> {
  try {
    await writeFile(file, report);
  } catch (cause) {
    throw new OutsideError(`the report cannot be written to ${file}`, { cause });
  }
}
