import {
  type Alias,
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  type ParsedNode,
  parseDocument,
} from "yaml";
import {
  decodeNode,
  isMergeKey as isExactMergeKey,
  type Reading,
  readKey as readExactKey,
} from "../decode-yaml.ts";
import { isRefusal, type Refusal, refuse } from "../refusal.ts";
import { wordsOfCode } from "../syntax-words.ts";
import type { ScalarNode, YamlNode } from "../yaml/node.ts";
import type { ScalarStyle } from "../yaml/token.ts";
import { parseTree } from "../yaml-tree.ts";

/** A document with its comments and styles, as nodes that can be printed again, beside what Go reads in it. */
export interface CommentedTree {
  readonly root: ParsedNode | null;
  /** What each alias stands for: the last node before it that carries its anchor. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
  readonly exact: YamlNode | null;
}

/** Parses a file that people write and keep, so that a part of it can be printed anew. */
export function parseCommented(text: string): CommentedTree | Refusal {
  const exact = parseTree(text);
  if (isRefusal(exact)) return exact;
  const document = parseDocument(text, {
    version: "1.1",
    schema: "failsafe",
    uniqueKeys: false,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const [error] = document.errors;
  if (error !== undefined) return refuse(wordsOfCode(error.code), error.pos[0]);
  const root = document.contents as ParsedNode | null;
  return { root, targets: findTargets(root), exact: exact.root };
}

function findTargets(root: ParsedNode | null): ReadonlyMap<Alias, ParsedNode> {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Alias, ParsedNode>();
  const pending: unknown[] = [root];
  // Depth first, in the order of the text: an anchor counts from where it stands, and may be given again.
  while (pending.length > 0) {
    const next = pending.pop();
    if (isPair(next)) pending.push(next.value, next.key);
    if (!isNode(next)) continue;
    const node = next as ParsedNode;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
      continue;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node) || !isCollection(node)) continue;
    for (let i = node.items.length - 1; i >= 0; i--) pending.push(node.items[i]);
  }
  return targets;
}

const styles: ReadonlyMap<string, ScalarStyle> = new Map([
  ["QUOTE_SINGLE", "single-quoted"],
  ["QUOTE_DOUBLE", "double-quoted"],
  ["BLOCK_LITERAL", "literal"],
  ["BLOCK_FOLDED", "folded"],
]);

function toExact(node: ParsedNode): ScalarNode | undefined {
  if (!isScalar(node)) return undefined;
  const text = typeof node.value === "string" ? node.value : "";
  const style = styles.get(node.type ?? "") ?? "plain";
  return { kind: "scalar", start: node.range[0], end: node.range[1], text, style, tag: node.tag };
}

/** What Go makes of a key, or undefined where it is no scalar or one that Go refuses as a key. */
export function readKey(node: ParsedNode): string | undefined {
  const exact = toExact(node);
  return exact && readExactKey(exact);
}

export function isMergeKey(node: ParsedNode): boolean {
  const exact = toExact(node);
  return exact !== undefined && isExactMergeKey(exact);
}

/** What Go reads as the value of a key, which is found by its place. */
export function readValueOf({ exact }: CommentedTree, key: ParsedNode): Reading | Refusal {
  const pending: (YamlNode | null)[] = [exact];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node?.kind === "sequence") for (const item of node.items) pending.push(item);
    if (node?.kind !== "mapping") continue;
    for (const pair of node.pairs) {
      if (pair.key.start === key.range[0]) return decodeNode(pair.value);
      pending.push(pair.value);
    }
  }
  return refuse("a key is not where it should be", key.range[0]);
}
