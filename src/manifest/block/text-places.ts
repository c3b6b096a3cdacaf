import { isCollection, isScalar, type ParsedNode } from "yaml";

/** Where the line begins that an offset is on. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/**
 * Where the last line of a node ends, a comment on it included, its line break not. Empty lines behind it are not its
 * own, unless it is a block text that keeps them.
 */
export function endOfContent(text: string, node: ParsedNode): number {
  const end = node.range[1];
  if (keepsLineBreaks(text, lastLeaf(node)))
    return text[end - 1] === "\n" ? withoutReturn(text, end - 1) : end;
  const last = node.range[0] + text.slice(node.range[0], end).trimEnd().length;
  const feed = text.indexOf("\n", last);
  return withoutReturn(text, feed < 0 ? text.length : feed);
}

function withoutReturn(text: string, end: number): number {
  return text[end - 1] === "\r" ? end - 1 : end;
}

function lastLeaf(node: ParsedNode): ParsedNode {
  if (isScalar(node) || !isCollection(node)) return node;
  const last = node.items.at(-1) as ParsedNode | { key: ParsedNode; value: ParsedNode | null } | undefined;
  if (last === undefined) return node;
  return lastLeaf("key" in last ? (last.value ?? last.key) : last);
}

function keepsLineBreaks(text: string, node: ParsedNode): boolean {
  if (!isScalar(node) || (node.type !== "BLOCK_LITERAL" && node.type !== "BLOCK_FOLDED")) return false;
  return /^[|>]\d?\+/.test(text.slice(node.range[0], node.range[0] + 3));
}
