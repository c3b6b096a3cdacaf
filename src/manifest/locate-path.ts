import { readKey } from "./decode-yaml.ts";
import type { Document, Source } from "./document.ts";
import type { Path } from "./format-path.ts";
import { locate } from "./locate.ts";
import type { Manifest } from "./manifest.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import type { ScalarNode, YamlNode } from "./yaml/node.ts";
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
  let here = tree.root;
  let offset = least === 0 ? here?.start : undefined;
  for (const [at, step] of path.entries()) {
    const rest = path.slice(at);
    if (here?.kind === "scalar") return inside(text, here, rest) ?? offset;
    const child: Child | undefined = here === null ? undefined : childOf(here, step);
    if (child === undefined) return offset;
    here = child.value;
    if (at + 1 >= least) offset = child.offset;
  }
  return offset;
}

/** A literal block, read as a document of its own: its indentation is part of both, so offsets only move. */
function inside(text: string, block: ScalarNode, rest: Path): number | undefined {
  if (block.style !== "literal") return undefined;
  const start = text.indexOf("\n", block.start) + 1;
  const content = text.slice(start, block.end);
  const tree = parseTree(content);
  const offset = isRefusal(tree) ? undefined : offsetIn(tree, content, rest, 0);
  return offset === undefined ? undefined : start + offset;
}

interface Child {
  readonly value: YamlNode;
  /** Where the entry begins: its key, or the item itself. */
  readonly offset: number;
}

/** The entry that Go reads: the last of several equal keys. Aliases are followed, but not merge keys. */
export function childOf(parent: YamlNode, step: string | number): Child | undefined {
  const node = parent.kind === "alias" ? parent.target : parent;
  if (typeof step === "number") {
    const item = node.kind === "sequence" ? node.items[step] : undefined;
    return item && { value: item, offset: item.start };
  }
  const pair = node.kind === "mapping" ? node.pairs.findLast(({ key }) => readKey(key) === step) : undefined;
  return pair && { value: pair.value, offset: pair.key.start };
}
