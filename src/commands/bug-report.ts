import { version } from "../version.ts";

/**
 * What is said when grantwave itself fails: where in our code, but no word of the error, which may quote the input.
 *
 * @param nodeVersion such as `v20.20.2`.
 */
export function bugReport(error: unknown, nodeVersion: string): string {
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  const frames = error instanceof Error ? framesOf(error) : [];
  return [
    ...frames,
    `grantwave: this is a bug in grantwave ${version} (${kind}, Node ${nodeVersion}): please report it with the lines above`,
    "",
  ].join("\n");
}

/** The innermost frames, folders taken off. The stack begins with the message, which is cut off whatever it looks like. */
function framesOf(error: Error): readonly string[] {
  const stack = error.stack ?? "";
  const message = stack.indexOf(error.message);
  return stack
    .slice(message < 0 ? 0 : message + error.message.length)
    .split("\n")
    .filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line))
    .slice(0, 8)
    .map((line) => line.replaceAll(/(?:file:\/\/)?\/[^ ():]*\//g, ""));
}
