import type { Refusal } from "./refusal.ts";
import type { YamlNode } from "./yaml/node.ts";
import { Parser } from "./yaml/parser.ts";
import { SyntaxStop } from "./yaml/syntax-stop.ts";

/** The syntax tree of one document, with offsets into the text it was parsed from. */
export interface YamlTree {
  /** Null where the document holds nothing but comments. */
  readonly root: YamlNode | null;
  /** The nodes that an alias leads to. */
  readonly shared: ReadonlySet<YamlNode>;
}

/**
 * Parses one document with the offsets of everything in it, as Go does. Scalars are left as text: what Go makes of them
 * is decided by whoever walks the tree. A last line without an end gets one, as Go gives it.
 */
export function parseTree(text: string): YamlTree | Refusal {
  const parser = new Parser(text.endsWith("\n") ? text : `${text}\n`);
  try {
    const root = parser.parse();
    return { root, shared: parser.targets };
  } catch (stop) {
    if (stop instanceof SyntaxStop) return stop.refusal;
    throw stop;
  }
}
