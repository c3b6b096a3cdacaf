import { UsageError } from "../errors.ts";
import { didYouMean } from "../nearest-name.ts";
import { quote } from "../quote.ts";

/** One report to write. */
export interface OutputTarget<F extends string> {
  readonly format: F;
  /** Relative to the working directory; undefined for stdout. */
  readonly file: string | undefined;
}

/**
 * Reads `-o FORMAT[=FILE]`; `fallback` on stdout where none is given.
 *
 * @throws UsageError for unknown formats, and for two reports on stdout or in one file.
 */
export function readOutputs<F extends string>(
  texts: readonly string[] | undefined,
  formats: readonly F[],
  fallback: F,
): readonly OutputTarget<F>[] {
  const targets = (texts ?? [fallback]).map((text) => readOutput(text, formats));
  const seen = new Set<string | undefined>();
  for (const { file } of targets) {
    if (seen.has(file)) {
      throw new UsageError(`--output names ${file === undefined ? "stdout" : quote(file)} twice`, {
        hint: "give each report a file of its own, as in -o json=plan.json",
      });
    }
    seen.add(file);
  }
  return targets;
}

function readOutput<F extends string>(text: string, formats: readonly F[]): OutputTarget<F> {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const file = equals < 0 ? undefined : text.slice(equals + 1);
  const format = formats.find((candidate) => candidate === name);
  if (format === undefined) {
    throw new UsageError(`--output knows no format ${quote(name)}${didYouMean(name, formats)}`, {
      hint: `formats are ${formats.join(", ")}`,
    });
  }
  if (file === "") {
    throw new UsageError(`--output ${quote(text)} names no file after the equals sign`);
  }
  return { format, file };
}
