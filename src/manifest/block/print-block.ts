import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  type ParsedNode,
  type Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { isPlainText } from "../print-document.ts";
import type { BlockItem, BlockReplacement, ItemOrigin, PlacedBlock } from "./block.ts";
import { isMergeKey, readKey } from "./commented-tree.ts";
import { itemValue } from "./item-value.ts";
import { made, madeText, plain } from "./made-nodes.ts";
import { lineStart } from "./text-places.ts";

/** The new block as YAML in block style, from its key on, without the line break at its end. */
export function printBlockItems(placed: PlacedBlock, { key, name, items }: BlockReplacement): string {
  const { pair } = placed;
  const old = pair && isMap(pair.value) ? pair.value : undefined;
  if (old !== undefined) leaveTrailingComments(old);
  const parameters = new YAMLSeq<Node>();
  for (const item of inOrder(items, old)) parameters.items.push(printItem(placed, item, old));
  const block = new YAMLMap<Node, Node>();
  block.items.push(new Pair<Node, Node>(plain("name"), made(name)));
  if (parameters.items.length > 0) block.items.push(new Pair<Node, Node>(plain("parameters"), parameters));
  block.commentBefore = old?.commentBefore ?? null;
  const whole = new YAMLMap<Node, Node>();
  whole.items.push(new Pair<Node, Node>(plain(key), block));
  const document = new Document(null, { schema: "failsafe", version: "1.2" });
  document.contents = whole as never;
  return document
    .toString({
      ...layoutOf(placed, old, whole),
      lineWidth: 0,
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    })
    .replace(/\n$/, "");
}

/** What does not come from a field stands where it was given; the others between them as in the old block. */
function inOrder(items: readonly BlockItem[], old: YAMLMap.Parsed | undefined): readonly BlockItem[] {
  const keys = (old?.items ?? []).map(({ key }) => readKey(key));
  const placeOf = ({ from }: BlockItem): number => (from === undefined ? -1 : keys.indexOf(from.field));
  const carried = items.filter(({ from }) => from !== undefined).toSorted((a, b) => placeOf(a) - placeOf(b));
  let next = 0;
  return items.map((item) => (item.from === undefined ? item : (carried[next++] ?? item)));
}

function printItem(placed: PlacedBlock, item: BlockItem, old: YAMLMap.Parsed | undefined): Node {
  const pair = old?.items.findLast(({ key }) => readKey(key) === item.from?.field);
  const [form, value] = formAndValue(placed, item, pair);
  const map = new YAMLMap<Node, Node>();
  map.items.push(
    new Pair<Node, Node>(plain("name"), made(item.name)),
    new Pair<Node, Node>(plain(form), value),
  );
  map.commentBefore = pair?.key.commentBefore ?? null;
  if (pair?.key.spaceBefore === true) map.spaceBefore = true;
  return map;
}

function formAndValue(
  placed: PlacedBlock,
  item: BlockItem,
  pair: Pair<ParsedNode, ParsedNode | null> | undefined,
): readonly [string, Node] {
  const { from } = item;
  const node = pair?.value ?? undefined;
  const [[form = "string", value] = []] = Object.entries(itemValue(placed, item)).filter(
    ([key]) => key !== "name",
  );
  if (from === undefined || node === undefined || from.as === "yaml" || isShared(node))
    return [form, made(value)];
  if (from.as === "same") return [form, node];
  if (from.as === "pairs") return [form, pairsOf(node, value, from) ?? made(value)];
  const copy = made(value);
  if (isScalar(node) && isScalar(copy)) copy.comment = node.comment ?? null;
  return [form, copy];
}

/** Names and values of a list of pairs as a map, with the nodes that they were. */
function pairsOf(node: ParsedNode, value: unknown, { pair }: ItemOrigin): Node | undefined {
  const wanted = value as Readonly<Record<string, string>>;
  if (!isSeq(node) || pair === undefined) return undefined;
  const map = new YAMLMap<Node, Node>();
  const seen = new Set<string>();
  for (const item of node.items as readonly ParsedNode[]) {
    if (!isMap(item)) return undefined;
    const fields = item as YAMLMap.Parsed;
    const nameNode = fields.items.find(({ key }) => readKey(key) === pair.name)?.value;
    const valueNode = fields.items.find(({ key }) => readKey(key) === pair.value)?.value;
    const name = isScalar(nameNode) ? String(nameNode.value) : "";
    const text = wanted[name];
    if (!isScalar(valueNode) || text === undefined || valueNode.value !== text) continue;
    if (seen.has(name)) return undefined;
    seen.add(name);
    const key = madeText(name);
    // What stands above the first of them belongs to the list.
    const above = item === node.items[0] ? node.commentBefore : undefined;
    const comments = [above, item.commentBefore, nameNode?.comment].filter((comment) => comment != null);
    key.commentBefore = comments.length === 0 ? null : comments.join("\n");
    map.items.push(new Pair<Node, Node>(key, carriedValue(valueNode, text)));
  }
  return seen.size === Object.keys(wanted).length ? map : undefined;
}

/** A number is text from here on: its quotes say so. */
function carriedValue(node: Scalar, text: string): Node {
  if (node.type !== "PLAIN" || isPlainText(text)) return node;
  const scalar = madeText(text);
  scalar.comment = node.comment ?? null;
  return scalar;
}

/** True where something of the node is written elsewhere, or used elsewhere. */
function isShared(node: ParsedNode): boolean {
  let found = false;
  visit(node, (_, inner) => {
    found ||= isAlias(inner) || (isPair(inner) && isMergeKey(inner.key as ParsedNode));
    found ||= (isScalar(inner) || isCollection(inner)) && inner.anchor !== undefined;
    return found ? visit.BREAK : undefined;
  });
  return found;
}

/** Comments behind the block's last line are none of its own text: they stay where they are. */
function leaveTrailingComments(block: YAMLMap.Parsed): void {
  const end = block.range[1];
  visit(block, (_, node) => {
    if (isCollection(node) && (node.range?.[1] ?? 0) >= end) node.comment = null;
  });
}

/** How the file is laid out: as its own block does it, else as most do. */
function layoutOf({ text, map, pair }: PlacedBlock, old: YAMLMap.Parsed | undefined, printed: Node) {
  const column = (offset: number): number => offset - lineStart(text, offset);
  const [first] = old?.flow ? [] : (old?.items ?? []);
  const step = first && pair ? column(first.key.range[0]) - column(pair.key.range[0]) : 2;
  let indentSeq = true;
  visit(old ?? map, {
    Pair(_, { key, value }) {
      if (!isSeq(value) || value.flow || value.range == null || !isScalar(key) || key.range == null) return;
      indentSeq = column(value.range[0]) > column(key.range[0]);
      return visit.BREAK;
    },
  });
  const flowCollectionPadding = old !== undefined && /[[{] /.test(text.slice(old.range[0], old.range[1]));
  const indent = beginsWithSpace(printed) ? 2 : Math.min(Math.max(step, 2), 8);
  return { flowCollectionPadding, indent, indentSeq };
}

/** Of block texts that begin with a space the printer says the indentation, and knows none but 2. */
function beginsWithSpace(node: Node): boolean {
  let found = false;
  visit(node, {
    Scalar(_, { value }) {
      found ||= typeof value === "string" && /^[\n\t ]/.test(value);
    },
  });
  return found;
}
