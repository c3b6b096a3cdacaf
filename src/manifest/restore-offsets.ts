import { isCollection, isNode, isPair, type Pair, type ParsedNode } from "yaml";
import type { OffsetMap } from "./offset-map.ts";

interface Token {
  offset: number;
}

/**
 * Leads the offsets of a tree that was parsed from edited text back to the text before, in place: the tree was just made
 * for this. Those of its nodes, and of the tokens around the keys of its mappings.
 */
export function restoreOffsets(root: ParsedNode | null, offsets: OffsetMap): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const next = pending.pop();
    if (isPair(next)) {
      for (const token of tokensOf(next)) token.offset = offsets.before(token.offset);
      pending.push(next.key, next.value);
      continue;
    }
    if (!isNode(next)) continue;
    const node = next as ParsedNode;
    const [start, end, nodeEnd] = node.range;
    node.range = [offsets.before(start), offsets.before(end), offsets.before(nodeEnd)];
    if (isCollection(node)) for (const item of node.items) pending.push(item);
  }
}

function tokensOf({ srcToken }: Pair): readonly Token[] {
  return [...(srcToken?.start ?? []), ...(srcToken?.sep ?? [])];
}
