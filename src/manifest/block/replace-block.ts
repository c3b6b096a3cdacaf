import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from "yaml";
import type { TextEdit } from "../edit.ts";
import type { Path } from "../format-path.ts";
import { isRefusal } from "../refusal.ts";
import type { BlockReplacement, PlacedBlock } from "./block.ts";
import { type CommentedTree, parseCommented, readKey } from "./commented-tree.ts";
import { printBlockItems } from "./print-block.ts";
import { printFlowBlock } from "./print-flow-block.ts";
import { endOfContent, lineStart } from "./text-places.ts";

/** Why a block cannot be replaced: the rest of a sentence that begins with what it is. */
export interface BlockProblem {
  readonly problem: string;
  readonly hint: string;
}

/**
 * The splice that replaces a block of a document, or puts one in: everything outside of it stays byte for byte, and the
 * comments, quotes and block texts of what is carried over stay too. Offsets are those of `text`.
 *
 * @param text one document.
 */
export function replaceBlock(text: string, replacement: BlockReplacement): TextEdit | BlockProblem {
  const tree = parseCommented(text);
  if (isRefusal(tree)) return { problem: `cannot be read: ${tree.detail}`, hint: "mend the file" };
  const map = mappingAt(tree.root, replacement.path);
  if (map === undefined) {
    return {
      problem: "stands behind an alias or a merge key",
      hint: "write the source out where it is used",
    };
  }
  const ambiguous = findAmbiguity(map, replacement);
  if (ambiguous !== undefined) return ambiguous;
  const pair = map.items.findLast(({ key }) => readKey(key) === replacement.old);
  if (replacement.old !== undefined && pair === undefined) {
    return { problem: "comes from a merge key", hint: "write the block out where it is used" };
  }
  const shared = pair?.value && anchorInUse(tree, pair.value);
  if (shared) {
    return {
      problem: `holds the anchor &${shared}, which is used elsewhere`,
      hint: "write out what uses it, or move the anchor",
    };
  }
  const placed = { tree, text, map, pair };
  return pair === undefined ? insertion(placed, replacement) : substitution(placed, pair, replacement);
}

/** A key that would stand there twice: readers differ in which of them counts. */
function findAmbiguity(map: YAMLMap.Parsed, { key, old }: BlockReplacement): BlockProblem | undefined {
  const count = (name: string | undefined) => map.items.filter((pair) => readKey(pair.key) === name).length;
  if (old !== undefined && count(old) > 1) {
    return { problem: `has \`${old}\` twice, and only the last counts`, hint: "take the others out" };
  }
  return count(key) > 0 ? { problem: `has an empty \`${key}\``, hint: "take it out" } : undefined;
}

function mappingAt(root: ParsedNode | null, path: Path): YAMLMap.Parsed | undefined {
  let here = root;
  for (const step of path) {
    if (isMap(here)) here = here.items.findLast(({ key }) => readKey(key) === step)?.value ?? null;
    else if (isSeq(here) && typeof step === "number")
      here = (here.items[step] as ParsedNode | undefined) ?? null;
    else return undefined;
  }
  return isMap(here) ? here : undefined;
}

/** The anchor inside of a node that an alias outside of it means. */
function anchorInUse({ targets }: CommentedTree, node: ParsedNode): string | undefined {
  const isInside = ({ range: [start] }: ParsedNode): boolean =>
    start >= node.range[0] && start < node.range[2];
  const found = [...targets].find(([alias, target]) => isInside(target) && !isInside(alias as ParsedNode));
  return found?.[0].source;
}

function substitution(
  placed: PlacedBlock,
  { key, value }: Pair<ParsedNode, ParsedNode | null>,
  replacement: BlockReplacement,
): TextEdit {
  const { text, map } = placed;
  const start = key.range[0];
  const last = value ?? key;
  const end = map.flow ? last.range[1] : endOfContent(text, last);
  const printed = map.flow
    ? printFlowBlock(placed, start, replacement)
    : printBlock(placed, start, replacement);
  return { start, removed: text.slice(start, end), inserted: printed };
}

function insertion(placed: PlacedBlock, replacement: BlockReplacement): TextEdit | BlockProblem {
  const { text, map } = placed;
  const { behind } = replacement;
  const pair = behind
    .map((name) => map.items.findLast(({ key }) => readKey(key) === name))
    .find((candidate) => candidate !== undefined);
  if (pair === undefined || !isScalar(pair.value) || isAlias(pair.value)) {
    return {
      problem: `has no ${behind.join(" or ")} of its own to put the block behind`,
      hint: "write it out",
    };
  }
  const at = pair.key.range[0];
  if (map.flow) {
    const start = pair.value.range[1];
    const own = text.slice(lineStart(text, at), at);
    const gap = own.trim() === "" ? `,\n${own}` : ", ";
    return { start, removed: "", inserted: gap + printFlowBlock(placed, at, replacement) };
  }
  const start = endOfContent(text, pair.value);
  const column = at - lineStart(text, at);
  const gap = `${breakOf(text)}${" ".repeat(column)}`;
  return { start, removed: "", inserted: gap + printBlock(placed, at, replacement) };
}

/** The new block as it stands behind the column of its key, line breaks as in the text. */
function printBlock(placed: PlacedBlock, at: number, replacement: BlockReplacement): string {
  const { text } = placed;
  const column = at - lineStart(text, at);
  const lines = printBlockItems(placed, replacement).split("\n");
  const gap = " ".repeat(column);
  return lines.map((line, index) => (index === 0 || line === "" ? line : gap + line)).join(breakOf(text));
}

function breakOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
