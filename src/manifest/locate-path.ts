import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import type { Document, Source } from "./document.ts";
import { readKey } from "./exact-read.ts";
import type { Path } from "./format-path.ts";
import { locate } from "./locate.ts";
import type { Manifest } from "./manifest.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import { parseTree, type YamlTree } from "./yaml-tree.ts";

/**
 * Where a field of an object stands, as near as it can be told: at the field, or at the last of its parents that is
 * found. A path may lead on into text, such as a policy under a key of a ConfigMap; where that is a literal block, its
 * lines are lines of the file, and the way goes on in it.
 *
 * @param text the render that the object is part of.
 */
export function locatePath(text: string, manifest: Manifest, path: Path): Source {
  return new PathLocator(text).locate(manifest, path);
}

/** Finds many fields: documents are parsed once as long as the fields of one are asked for one after another. */
export class PathLocator {
  readonly #text: string;
  #document: Document | undefined;
  #tree: YamlTree | Refusal | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** As {@link locatePath}. */
  locate(
    { document, path: base, source }: Pick<Manifest, "document" | "path" | "source">,
    path: Path,
  ): Source {
    const content = this.#text.slice(document.start, document.end);
    if (this.#document !== document) this.#tree = parseTree(content);
    this.#document = document;
    if (this.#tree === undefined || isRefusal(this.#tree)) return source;
    const offset = offsetIn(this.#tree, content, [...base, ...path], base.length);
    if (offset === undefined) return source;
    return { ...source, line: locate(this.#text, document, document.start + offset).line };
  }
}

/** The offset at the end of the path, or at the furthest step that is found from the `least`th on. */
function offsetIn(tree: YamlTree, text: string, path: Path, least: number): number | undefined {
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
  const content = text.slice(start, block.range[1]);
  const tree = parseTree(content);
  const offset = isRefusal(tree) ? undefined : offsetIn(tree, content, rest, 0);
  return offset === undefined ? undefined : start + offset;
}

interface Child {
  readonly value: ParsedNode | null;
  /** Where the entry begins: its key, or the item itself. */
  readonly offset: number;
}

/** The entry that Go reads: the last of several equal keys. Aliases are followed, but not merge keys. */
export function childOf(tree: YamlTree, parent: ParsedNode, step: string | number): Child | undefined {
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
