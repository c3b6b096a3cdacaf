import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { quote } from "../quote.ts";
import { type Baseline, readBaseline } from "../report/baseline.ts";

/** A plan of 50,000 objects has some 60 MB; a file beyond this is another one. */
const largestBytes = 256 * 1024 * 1024;

/**
 * Reads `--baseline FILE`: an earlier plan as JSON.
 *
 * @param file relative to `cwd`.
 * @throws UsageError where it cannot be read or is no Plan: with the path inside it that is wrong.
 */
export async function loadBaseline(file: string, cwd: string): Promise<Baseline> {
  const read = readBaseline(parse(await readText(resolve(cwd, file), file), file));
  if ("problem" in read) throw noPlan(file, read.problem);
  return read;
}

async function readText(path: string, file: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    if (bytes.byteLength > largestBytes)
      throw noPlan(file, `it is larger than ${largestBytes / 2 ** 20} MiB`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`the baseline ${quote(file)} cannot be read`, {
      hint: "--baseline names a file that plan -o json=FILE wrote",
      cause,
    });
  }
}

/** Without the engine's own message, which quotes the text. */
function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noPlan(file, "it is no JSON");
  }
}

function noPlan(file: string, problem: string): UsageError {
  return new UsageError(`the baseline ${quote(file)} is no Plan: ${problem}`, {
    hint: "write one with plan -o json=FILE",
  });
}
