/** Argo CD shows all of stderr as the application's error, and from 20 MiB on the connection to the plugin breaks. */
const mostLines = 100;
const mostBytes = 256 * 1024;
/** A single line may hold names of the input, which have no bound of their own. */
const longestLine = 16_000;

/**
 * Lines for stderr, each ended, never more than a person reads or Argo CD carries: the first of `lines` matter most and
 * are written last, since people look at the end. What is left out is counted in a line before the others.
 *
 * @param more that line, for a number of lines left out.
 */
export function boundedLines(lines: readonly string[], more: (count: number) => string): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(0, mostLines)) {
    const text = `${line.length > longestLine ? `${line.slice(0, longestLine)}…` : line}\n`;
    bytes += Buffer.byteLength(text);
    if (bytes > mostBytes) break;
    kept.push(text);
  }
  const left = lines.length - kept.length;
  if (left > 0) kept.push(`${more(left)}\n`);
  return kept.reverse().join("");
}
