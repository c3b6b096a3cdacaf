import { isAlias, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";
import type { Path } from "./format-path.ts";
import type { JsonObject, JsonValue } from "./manifest.ts";
import { wordsOfCode } from "./syntax-words.ts";

/** Both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A small hand-written YAML file, with the place of everything in it. */
export interface PositionedYaml {
  /** Null where the text holds nothing or cannot be read. */
  readonly value: JsonValue;
  /** What makes the text unreadable or ambiguous; `value` is not to be trusted when there is any. */
  readonly problems: readonly PositionedProblem[];
  /** Where the key at a path stands (for an item of a list: the item); its nearest known ancestor if it is not there. */
  keyPosition(path: Path): Position;
  /** Where the value at a path begins; that of its nearest known ancestor if it is not there. */
  valuePosition(path: Path): Position;
}

export interface PositionedProblem extends Position {
  readonly message: string;
}

const deepestNesting = 50;

/**
 * Reads a file of ours, such as the configuration: YAML 1.2, one document, text as keys, no key twice, no aliases (a
 * short file needs none, and without them nothing can be larger than it looks). Not for what Argo CD reads.
 */
export function readWithPositions(text: string): PositionedYaml {
  const lines = new LineCounter();
  const keys = new Map<string, number>();
  const values = new Map<string, number>();
  const problems: PositionedProblem[] = [];

  function report(message: string, offset: number): null {
    problems.push({ message, ...positionAt(lines, offset) });
    return null;
  }

  function read(node: unknown, path: Path, fallback: number): JsonValue {
    const offset = offsetOf(node) ?? fallback;
    values.set(pathKey(path), offset);
    if (path.length > deepestNesting) {
      return report("is nested too deeply", offset);
    }
    if (isMap(node)) {
      return readMap(node.items, path, offset);
    }
    if (isSeq(node)) {
      return node.items.map((item, index) => {
        const here = [...path, index];
        keys.set(pathKey(here), offsetOf(item) ?? offset);
        return read(item, here, offset);
      });
    }
    if (isAlias(node)) {
      return report("an alias is not supported here: write the value out", offset);
    }
    return isScalar(node) ? readScalar(node.value, offset) : null;
  }

  function readMap(pairs: readonly Pair[], path: Path, offset: number): JsonObject {
    const map: Record<string, JsonValue> = Object.create(null);
    for (const { key, value } of pairs) {
      const keyOffset = offsetOf(key) ?? offset;
      if (!isScalar(key) || typeof key.value !== "string") {
        report("a key must be text", keyOffset);
        continue;
      }
      const here = [...path, key.value];
      if (Object.hasOwn(map, key.value)) {
        report(`the key ${JSON.stringify(key.value.slice(0, 60))} stands here a second time`, keyOffset);
      }
      keys.set(pathKey(here), keyOffset);
      map[key.value] = read(value, here, keyOffset);
    }
    return map;
  }

  function readScalar(value: unknown, offset: number): JsonValue {
    const kind = typeof value;
    if (value === null || kind === "string" || kind === "number" || kind === "boolean") {
      return value as JsonValue;
    }
    return report("a value of this type is not supported here", offset);
  }

  let value: JsonValue = null;
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    for (const { code, pos } of [...document.errors, ...document.warnings]) {
      report(
        code === "MULTIPLE_DOCS" ? "a second document begins: only one is read" : wordsOfCode(code),
        pos[0],
      );
    }
    value = read(document.contents, [], 0);
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    report("is nested too deeply", 0);
  }

  return {
    value,
    problems,
    keyPosition: (path) => positionAt(lines, nearest(keys, path) ?? nearest(values, path) ?? 0),
    valuePosition: (path) => positionAt(lines, nearest(values, path) ?? 0),
  };
}

function offsetOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** The offset at the longest beginning of the path that has one. */
function nearest(offsets: ReadonlyMap<string, number>, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const offset = offsets.get(pathKey(path.slice(0, length)));
    if (offset !== undefined) {
      return offset;
    }
  }
  return undefined;
}
