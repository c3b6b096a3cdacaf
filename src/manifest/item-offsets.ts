import { contentStart } from "./content-start.ts";
import { readItems } from "./json-stream.ts";
import { childOf } from "./locate-path.ts";
import { isRefusal } from "./refusal.ts";
import { parseTree } from "./yaml-tree.ts";

/** No printer indents the items of a list further. */
const maxIndent = 40;

/**
 * Where each item of a List begins, in the text of its document: cheaply where the list is laid out as printers do it,
 * through the syntax tree anywhere else. Undefined for items that stand nowhere, such as those of an alias.
 *
 * @param count how many items it was read to have.
 */
export function itemOffsets(text: string, count: number): readonly (number | undefined)[] {
  for (const offsets of [readItems(text), dashes(text)]) if (offsets.length === count) return offsets;
  return nodeOffsets(text);
}

/** The dashes below a key at the margin, as far down as nothing else stands in their column. */
function dashes(text: string): readonly number[] {
  const key = /^["']?items["']?:[ \t]*(?:#[^\n]*)?\r?\n/m.exec(text);
  if (key === null) return [];
  const first = contentStart(text, key.index + key[0].length);
  const indent = /^ */.exec(text.slice(first, first + maxIndent))?.[0] ?? "";
  const line = new RegExp(`^${indent}(?:-(?=\\s)|(?=[^\\s#-]))`, "gm");
  line.lastIndex = first;
  const offsets: number[] = [];
  for (let dash = line.exec(text); dash?.[0].endsWith("-"); dash = line.exec(text)) {
    offsets.push(dash.index + indent.length);
  }
  return offsets;
}

function nodeOffsets(text: string): readonly (number | undefined)[] {
  const tree = parseTree(text);
  if (isRefusal(tree) || tree.root === null) return [];
  const items = childOf(tree.root, "items")?.value;
  return items?.kind === "sequence" ? items.items.map(({ start }) => start) : [];
}
