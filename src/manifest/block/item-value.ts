import { isDeepStrictEqual } from "node:util";
import { isCollection, isMap, type ParsedNode } from "yaml";
import type { JsonValue } from "../manifest.ts";
import { printYaml } from "../print-document.ts";
import { readText } from "../read-text.ts";
import { isRefusal } from "../refusal.ts";
import type { BlockItem, PlacedBlock } from "./block.ts";
import { readKey, readValueOf } from "./commented-tree.ts";
import { endOfContent, lineStart } from "./text-places.ts";

/** The parameter as a plain value: what Go will read. */
export function itemValue(
  placed: PlacedBlock,
  { name, value, from }: BlockItem,
): Readonly<Record<string, unknown>> {
  if (from?.as !== "yaml") return { name, ...value };
  return { name, string: yamlText(placed, from.field) ?? ("string" in value ? value.string : "") };
}

/** A field as YAML text: its own lines where they mean the same alone, else printed anew. */
function yamlText({ tree, text, pair: block }: PlacedBlock, field: string): string | undefined {
  const old = block?.value;
  const pair = isMap(old) ? old.items.findLast(({ key }) => readKey(key) === field) : undefined;
  if (pair?.value == null) return undefined;
  const reading = readValueOf(tree, pair.key);
  if (isRefusal(reading)) return undefined;
  const own = ownLines(text, pair.key, pair.value);
  if (own !== undefined && means(own, reading.value)) return own;
  return printYaml(reading.value);
}

function means(text: string, value: JsonValue): boolean {
  const reading = readText(text);
  return !isRefusal(reading) && isDeepStrictEqual(reading.value, value);
}

/** The lines below a key that hold a node in block style, comments included, less their common indentation. */
function ownLines(text: string, key: ParsedNode, node: ParsedNode): string | undefined {
  if (!isCollection(node) || (node as { flow?: boolean }).flow) return undefined;
  const line = lineStart(text, node.range[0]);
  const start = text.indexOf("\n", key.range[1]) + 1;
  const indent = node.range[0] - line;
  if (start > line || text.slice(line, node.range[0]).trim() !== "") return undefined;
  const lines = text.slice(start, endOfContent(text, node)).split(/\r?\n/);
  const inner = lines.map((line) => {
    if (line.slice(0, indent).trim() === "") return line.slice(indent);
    return /^\s*#/.test(line) ? line.trimStart() : undefined;
  });
  return inner.every((line) => line !== undefined) ? `${inner.join("\n")}\n` : undefined;
}
