import { waveAnnotation } from "./annotations.ts";
import { isMergeKey } from "./decode-yaml.ts";
import type { TextEdit } from "./edit.ts";
import { normaliseAllBreaks } from "./normalise-breaks.ts";
import type { WaveSpot } from "./wave-spot.ts";
import type { MappingNode, YamlPair } from "./yaml/node.ts";

/** The smallest splice that writes a wave at its spot; offsets count from the start of `text`, the document's. */
export function editWave(text: string, spot: Exclude<WaveSpot, { at: "nowhere" }>, wave: number): TextEdit {
  const quoted = `"${wave}"`;
  const plain = `${waveAnnotation}: ${quoted}`;
  const flow = `"${waveAnnotation}": ${quoted}`;
  switch (spot.at) {
    case "value":
      return setValue(text, spot.pair, quoted);
    case "empty":
      return setValue(text, spot.pair, `{${flow}}`);
    case "annotations":
      return spot.mapping.isFlow
        ? addToFlow(text, spot.mapping, flow)
        : addToBlock(text, spot.mapping, () => plain);
    case "metadata":
      return spot.mapping.isFlow
        ? addToFlow(text, spot.mapping, `"annotations": {${flow}}`)
        : addToBlock(text, spot.mapping, (lineStart) => `annotations:${lineStart}  ${plain}`);
  }
}

/** Replaces a value, keeping its anchor, its tag and the comments and line ends around it. */
function setValue(text: string, { key, value, hasColon }: YamlPair, written: string): TextEdit {
  if (!hasColon) return { start: key.end, removed: "", inserted: `: ${written}` };
  if (value.end === value.start) return { start: value.start, removed: "", inserted: ` ${written}` };
  return { start: value.start, removed: text.slice(value.start, value.end).trimEnd(), inserted: written };
}

function addToFlow(text: string, mapping: MappingNode, entry: string): TextEdit {
  const merge = lastMerge(mapping);
  if (merge !== undefined) {
    return { start: merge.value.end, removed: "", inserted: `, ${entry}` };
  }
  const start = mapping.start + 1;
  if (mapping.pairs.length === 0) return { start, removed: "", inserted: entry };
  return { start, removed: "", inserted: /\s/.test(text.charAt(start)) ? `${entry},` : `${entry}, ` };
}

/**
 * Puts an entry on a line of its own: before the first entry, or behind the last merge key, since a merge writes over
 * what stands before it. `entry` is given what begins a further line of the mapping.
 */
function addToBlock(text: string, mapping: MappingNode, entry: (lineStart: string) => string): TextEdit {
  const merge = lastMerge(mapping);
  const next = mapping.pairs[merge === undefined ? 0 : mapping.pairs.indexOf(merge) + 1];
  const first = mapping.pairs[0];
  if (first === undefined) return { start: mapping.start, removed: "", inserted: entry("\n") };
  const indent = " ".repeat(columnOf(text, first.start));
  const lineBreak = lineBreakNear(text, first.start);
  const line = entry(`${lineBreak}${indent}`);
  if (next !== undefined) return { start: next.start, removed: "", inserted: `${line}${lineBreak}${indent}` };
  const end = merge?.value.end ?? text.length;
  const lineEnd = text.charAt(end - 1) === "\n" ? end : text.indexOf("\n", end) + 1;
  if (lineEnd === 0) return { start: text.length, removed: "", inserted: `${lineBreak}${indent}${line}` };
  return { start: lineEnd, removed: "", inserted: `${indent}${line}${lineBreak}` };
}

function lastMerge(mapping: MappingNode): YamlPair | undefined {
  return mapping.pairs.findLast(({ key }) => isMergeKey(key));
}

function columnOf(text: string, offset: number): number {
  return offset - (normaliseAllBreaks(text.slice(0, offset)).lastIndexOf("\n") + 1);
}

/** The line end that the text uses around an offset. */
function lineBreakNear(text: string, offset: number): string {
  const before = text
    .slice(0, offset)
    .match(/\r\n|\n|\r/g)
    ?.at(-1);
  return before ?? /\r\n|\n|\r/.exec(text.slice(offset))?.[0] ?? "\n";
}
