import type { ScalarStyle } from "./token.ts";

/** A node of the tree of one document, with its place: UTF-16 offsets [start, end), without its anchor and its tag. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode | AliasNode;

interface Node {
  readonly start: number;
  readonly end: number;
  readonly anchor?: string | undefined;
}

export interface ScalarNode extends Node {
  readonly kind: "scalar";
  /** What it stands for, before its type is known. */
  readonly text: string;
  readonly style: ScalarStyle;
  /** In full, such as `tag:yaml.org,2002:str`; undefined where it has none. Tags of collections mean nothing to Go. */
  readonly tag?: string | undefined;
}

export interface SequenceNode extends Node {
  readonly kind: "sequence";
  /** Whether it stands in brackets. */
  readonly isFlow: boolean;
  readonly items: readonly YamlNode[];
}

export interface MappingNode extends Node {
  readonly kind: "mapping";
  /** Whether it stands in braces, or is the single pair of an item in brackets. */
  readonly isFlow: boolean;
  readonly pairs: readonly YamlPair[];
}

export interface YamlPair {
  /** Where it begins: at its `?`, at the anchor or tag of its key, or at its key. */
  readonly start: number;
  /** An empty scalar where there is none. */
  readonly key: YamlNode;
  readonly value: YamlNode;
  /** Whether a colon stands between them. */
  readonly hasColon: boolean;
}

export interface AliasNode extends Node {
  readonly kind: "alias";
  readonly name: string;
  readonly target: YamlNode;
}
