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
import { applyEdits } from "./apply-edits.ts";
import type { TextEdit } from "./edit.ts";
import { scanLayout } from "./layout-scanner.ts";
import { normaliseBreaks } from "./normalise-breaks.ts";
import { OffsetMap } from "./offset-map.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import { restoreOffsets } from "./restore-offsets.ts";
import { whySyntaxBroken } from "./syntax-check.ts";
import { wordsOfCode } from "./syntax-words.ts";

/** The syntax tree of one document, with offsets into the text it was parsed from. */
export interface YamlTree {
  /** Null where the document holds nothing but comments. */
  readonly root: ParsedNode | null;
  /** What each alias stands for: the last node before it that carries its anchor, as libyaml resolves it. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
}

/**
 * Parses one document with the offsets of everything in it. Scalars are left as text: what Go makes of them is decided
 * by whoever walks the tree. A last line without an end gets one, as Go gives it.
 */
export function parseTree(text: string): YamlTree | Refusal {
  const lines = normaliseBreaks(text.endsWith("\n") ? text : `${text}\n`);
  const edits = scanLayout(lines);
  if (isRefusal(edits)) return edits;
  const tree = edits.length === 0 ? parseStrictly(lines) : parseEdited(lines, edits);
  if (!isRefusal(tree) || tree.refused !== "broken") return tree;
  return whySyntaxBroken(text) ?? tree;
}

/** Parses what Go sees in a text that is laid out as only Go allows, with the offsets of that text. */
function parseEdited(text: string, edits: readonly TextEdit[]): YamlTree | Refusal {
  const offsets = new OffsetMap(edits);
  const tree = parseStrictly(applyEdits(text, edits));
  if (isRefusal(tree)) return { ...tree, offset: offsets.before(tree.offset) };
  restoreOffsets(tree.root, offsets);
  return tree;
}

function parseStrictly(text: string): YamlTree | Refusal {
  const document = parseDocument(text, {
    version: "1.1",
    schema: "failsafe",
    uniqueKeys: false,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const [error] = document.errors;
  if (error !== undefined) {
    return refuse(wordsOfCode(error.code), error.pos[0], error.code === "RESOURCE_EXHAUSTION");
  }
  return resolveAliases(document.contents as ParsedNode | null);
}

function resolveAliases(root: ParsedNode | null): YamlTree | Refusal {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Alias, ParsedNode>();
  const pending: unknown[] = [root];
  // Depth first, in the order of the text: an anchor counts from where it stands, and may be given again.
  while (pending.length > 0) {
    const next = pending.pop();
    if (isPair(next)) {
      pending.push(next.value, next.key);
      continue;
    }
    if (!isNode(next)) continue;
    const node = next as ParsedNode;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) return refuse("an alias has no anchor before it", node.range[0]);
      targets.set(node, target);
      continue;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node) || !isCollection(node)) continue;
    for (let i = node.items.length - 1; i >= 0; i--) pending.push(node.items[i]);
  }
  return { root, targets };
}
