/**
 * The values of one label over all samples of one metric that are not zero, in their order. Reads the text format of
 * Prometheus 0.0.4 and OpenMetrics 1.0: `name{label="value",…} 1 [timestamp]`, `\\`, `\"` and `\n` escaped in values.
 * Lines that are neither samples nor comments do not count.
 */
export function shownLabels(text: string, metric: string, label: string): readonly string[] {
  const values: string[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith(metric)) continue;
    const sample = readSample(line, metric.length);
    if (sample === undefined || !(Math.abs(sample.value) > 0)) continue;
    const found = sample.labels.get(label);
    if (found !== undefined) values.push(found);
  }
  return values;
}

interface Sample {
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

const labelPattern = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,?)/y;
const valuePattern = /\s*\}?\s+(\S+)/y;

/** @param start behind the name of the metric. */
function readSample(line: string, start: number): Sample | undefined {
  const labels = new Map<string, string>();
  const open = /\s*\{/y;
  open.lastIndex = start;
  if (!open.test(line)) return undefined;
  let at = open.lastIndex;
  for (;;) {
    labelPattern.lastIndex = at;
    const pair = labelPattern.exec(line);
    if (pair === null) break;
    labels.set(pair[1] ?? "", unescaped(pair[2] ?? ""));
    at = labelPattern.lastIndex;
    if (pair[3] === "") break;
  }
  valuePattern.lastIndex = at;
  const value = valuePattern.exec(line)?.[1];
  return value === undefined ? undefined : { labels, value: Number(value) };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character));
}
