import type { Pair, ParsedNode, YAMLMap } from "yaml";
import type { Path } from "../format-path.ts";
import type { CommentedTree } from "./commented-tree.ts";

/** One block of a mapping that becomes another one: a name and a list of parameters. */
export interface BlockReplacement {
  /** The mapping that holds the block, from the root of the document. */
  readonly path: Path;
  /** The key of the block; undefined where there is none yet. */
  readonly old: string | undefined;
  /** Keys with a value of one line behind which a block goes that takes no other's place: the first that is there. */
  readonly behind: readonly string[];
  readonly key: string;
  readonly name: string;
  /** In any order: those that come from a field of the old block stand in the order of the fields. */
  readonly items: readonly BlockItem[];
}

/** One parameter of the new block. */
export interface BlockItem {
  readonly name: string;
  readonly value: ItemValue;
  /** The field of the old block that it comes from. */
  readonly from?: ItemOrigin;
}

export type ItemValue =
  | { readonly string: string }
  | { readonly array: readonly string[] }
  | { readonly map: Readonly<Record<string, string>> };

/**
 * How much of the text of a field can stay: `same`, all of it; `made`, its comments; `yaml`, all of it, as text, with
 * which it takes the place of the item's value; `pairs`, the name and the value of each of a list.
 */
export interface ItemOrigin {
  readonly field: string;
  readonly as: "same" | "made" | "yaml" | "pairs";
  readonly pair?: { readonly name: string; readonly value: string };
}

/** The old block, its place in the text of its document, and what it stands in. */
export interface PlacedBlock {
  readonly tree: CommentedTree;
  readonly text: string;
  readonly map: YAMLMap.Parsed;
  readonly pair: Pair<ParsedNode, ParsedNode | null> | undefined;
}
