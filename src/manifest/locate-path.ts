import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import type { Source } from "./document.ts";
import { readKey } from "./exact-read.ts";
import type { Path } from "./format-path.ts";
import { locate } from "./locate.ts";
import type { Manifest } from "./manifest.ts";
import { isRefusal } from "./refusal.ts";
import { parseTree, type YamlTree } from "./yaml-tree.ts";

/**
 * Where a field of an object stands, as near as it can be told: at the field, or at the last of its parents that is
 * found. A path may lead on into text, such as a policy under a key of a ConfigMap; where that is a literal block, its
 * lines are lines of the file, and the way goes on in it.
 *
 * @param text the render that the object is part of.
 */
export function locatePath(text: string, manifest: Manifest, path: Path): Source {
  const { document, source } = manifest;
  const content = text.slice(document.start, document.end);
  const offset = offsetOf(content, [...manifest.path, ...path], manifest.path.length);
  return offset === undefined
    ? source
    : { ...source, line: locate(text, document, document.start + offset).line };
}

/** The offset at the end of the path, or at the furthest step that is found from the `least`th on. */
function offsetOf(text: string, path: Path, least: number): number | undefined {
  const tree = parseTree(text);
  if (isRefusal(tree)) return undefined;
  let here: ParsedNode | null = tree.root;
  let offset = least === 0 ? here?.range[0] : undefined;
  for (const [at, step] of path.entries()) {
    const rest = path.slice(at);
    if (isScalar(here)) return inside(text, here, rest) ?? offset;
    const child: Child | undefined = here === null ? undefined : childOf(tree, here, step);
    if (child === undefined) return offset;
    here = child.value;
    if (at + 1 >= least) offset = child.offset;
  }
  return offset;
}

/** A literal block, read as a document of its own: its indentation is part of both, so offsets only move. */
function inside(text: string, block: ParsedNode, rest: Path): number | undefined {
  if (!isScalar(block) || block.type !== "BLOCK_LITERAL") return undefined;
  const start = text.indexOf("\n", block.range[0]) + 1;
  const offset = offsetOf(text.slice(start, block.range[1]), rest, 0);
  return offset === undefined ? undefined : start + offset;
}

interface Child {
  readonly value: ParsedNode | null;
  /** Where the entry begins: its key, or the item itself. */
  readonly offset: number;
}

/** The entry that Go reads: the last of several equal keys. Aliases are followed, but not merge keys. */
function childOf(tree: YamlTree, parent: ParsedNode, step: string | number): Child | undefined {
  const node = isAlias(parent) ? tree.targets.get(parent) : parent;
  if (typeof step === "number") {
    const item = isSeq(node) ? (node.items[step] as ParsedNode | undefined) : undefined;
    return item && { value: item, offset: item.range[0] };
  }
  const pair = isMap(node)
    ? node.items.findLast(({ key }) => readKey(key as ParsedNode) === step)
    : undefined;
  return pair && { value: pair.value as ParsedNode | null, offset: (pair.key as ParsedNode).range[0] };
}
