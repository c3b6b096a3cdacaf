import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isPlainText } from "../print-document.ts";

/** A word that needs no quotes. */
export function plain(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.PLAIN;
  return scalar;
}

/** Text in the style that suits it, or a list or map of such. */
export function made(value: unknown): Node {
  return typeof value === "string" ? madeText(value) : collection(value);
}

export function madeText(value: string): Scalar {
  const scalar = new Scalar(value);
  const isText = value.includes("\n") && !/[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/.test(value);
  scalar.type = isPlainText(value) ? Scalar.PLAIN : isText ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
  return scalar;
}

function collection(value: unknown): Node {
  if (Array.isArray(value)) {
    const list = new YAMLSeq<Node>();
    list.items = value.map((item) => made(item));
    return list;
  }
  const map = new YAMLMap<Node, Node>();
  for (const [key, item] of Object.entries(value as object)) {
    map.items.push(new Pair<Node, Node>(made(key), made(item)));
  }
  return map;
}
