import { escapeForYaml } from "../print-document.ts";
import type { BlockReplacement, PlacedBlock } from "./block.ts";
import { itemValue } from "./item-value.ts";
import { lineStart } from "./text-places.ts";

/** A block as JSON, which is flow style too: on as many lines as the mapping it stands in. */
export function printFlowBlock(
  placed: PlacedBlock,
  at: number,
  { key, name, items }: BlockReplacement,
): string {
  const { text, map } = placed;
  const value = {
    name,
    ...(items.length === 0 ? {} : { parameters: items.map((item) => itemValue(placed, item)) }),
  };
  const quoted = text[at] === '"' ? JSON.stringify(key) : key;
  const own = text.slice(lineStart(text, at), at);
  if (own.trim() !== "" || map.range[0] >= lineStart(text, at)) {
    return `${quoted}: ${escapeForYaml(JSON.stringify(value))}`;
  }
  const brace = /^[ \t]*/.exec(text.slice(lineStart(text, map.range[0])))?.[0] ?? "";
  const unit = own.startsWith(brace) && own.length > brace.length ? own.slice(brace.length) : "  ";
  const lines = escapeForYaml(JSON.stringify(value, null, unit)).split("\n");
  return `${quoted}: ${lines.join(`${text.includes("\r\n") ? "\r" : ""}\n${own}`)}`;
}
