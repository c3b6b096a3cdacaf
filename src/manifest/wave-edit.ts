import { isAlias, isScalar, type ParsedNode } from "yaml";
import { waveAnnotation } from "./annotations.ts";
import type { TextEdit } from "./edit.ts";
import { isMergeKey } from "./exact-read.ts";
import { normaliseAllBreaks } from "./normalise-breaks.ts";
import type { WaveSpot, YamlMapping, YamlPair } from "./wave-spot.ts";

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
      return isFlow(spot.mapping)
        ? addToFlow(text, spot.mapping, flow)
        : addToBlock(text, spot.mapping, () => plain);
    case "metadata":
      return isFlow(spot.mapping)
        ? addToFlow(text, spot.mapping, `"annotations": {${flow}}`)
        : addToBlock(text, spot.mapping, (lineStart) => `annotations:${lineStart}  ${plain}`);
  }
}

/** Replaces a value, keeping its anchor, its tag and the comments and line ends around it. */
function setValue(text: string, { key, value, srcToken }: YamlPair, written: string): TextEdit {
  const separator = srcToken?.sep ?? [];
  if (!separator.some(({ type }) => type === "map-value-ind")) {
    return { start: key.range[1], removed: "", inserted: `: ${written}` };
  }
  if (value !== null && (isAlias(value) || (isScalar(value) && value.range[1] > value.range[0]))) {
    const removed = text.slice(value.range[0], value.range[1]).trimEnd();
    return { start: value.range[0], removed, inserted: written };
  }
  const before = separator.findLast(
    ({ type }) => type === "map-value-ind" || type === "anchor" || type === "tag",
  );
  const start = before === undefined ? key.range[1] : before.offset + before.source.length;
  return { start, removed: "", inserted: ` ${written}` };
}

function isFlow(mapping: YamlMapping): boolean {
  return mapping.srcToken?.type === "flow-collection";
}

function addToFlow(text: string, mapping: YamlMapping, entry: string): TextEdit {
  const merge = lastMerge(mapping);
  if (merge !== undefined) {
    const end = (merge.value ?? merge.key).range[1];
    return { start: end, removed: "", inserted: `, ${entry}` };
  }
  const start = mapping.range?.[0] === undefined ? 0 : mapping.range[0] + 1;
  if (mapping.items.length === 0) return { start, removed: "", inserted: entry };
  return { start, removed: "", inserted: /\s/.test(text.charAt(start)) ? `${entry},` : `${entry}, ` };
}

/**
 * Puts an entry on a line of its own: before the first entry, or behind the last merge key, since a merge writes over
 * what stands before it. `entry` is given what begins a further line of the mapping.
 */
function addToBlock(text: string, mapping: YamlMapping, entry: (lineStart: string) => string): TextEdit {
  const merge = lastMerge(mapping);
  const next = mapping.items[merge === undefined ? 0 : mapping.items.indexOf(merge) + 1];
  const first = mapping.items[0];
  if (first === undefined) return { start: mapping.range?.[0] ?? 0, removed: "", inserted: entry("\n") };
  const indent = " ".repeat(columnOf(text, startOf(first)));
  const lineBreak = lineBreakNear(text, startOf(first));
  const line = entry(`${lineBreak}${indent}`);
  if (next !== undefined)
    return { start: startOf(next), removed: "", inserted: `${line}${lineBreak}${indent}` };
  const end = merge?.value?.range[1] ?? text.length;
  const lineEnd = text.charAt(end - 1) === "\n" ? end : text.indexOf("\n", end) + 1;
  if (lineEnd === 0) return { start: text.length, removed: "", inserted: `${lineBreak}${indent}${line}` };
  return { start: lineEnd, removed: "", inserted: `${indent}${line}${lineBreak}` };
}

function lastMerge(mapping: YamlMapping): YamlPair | undefined {
  return mapping.items.findLast(({ key }) => isMergeKey(key));
}

/** Where an entry begins: at its `?`, its key's anchor or tag, or its key. */
function startOf({
  key,
  srcToken,
}: {
  readonly key: ParsedNode;
  readonly srcToken?: YamlPair["srcToken"];
}): number {
  const blank = new Set(["space", "newline", "comment", "comma"]);
  return srcToken?.start.find(({ type }) => !blank.has(type))?.offset ?? key.range[0];
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
