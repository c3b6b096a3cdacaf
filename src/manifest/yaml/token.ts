export type ScalarStyle = "plain" | "single-quoted" | "double-quoted" | "literal" | "folded";

/** Tokens that are nothing but themselves. */
export type MarkKind =
  | "stream-end"
  | "document-start"
  | "document-end"
  | "block-sequence-start"
  | "block-mapping-start"
  | "block-end"
  | "flow-sequence-start"
  | "flow-sequence-end"
  | "flow-mapping-start"
  | "flow-mapping-end"
  | "block-entry"
  | "flow-entry"
  | "key"
  | "value"
  | "version-directive";

/** One token of a document; offsets are UTF-16 units into its text: [start, end). */
export type Token =
  | { readonly kind: MarkKind; readonly start: number; readonly end: number }
  | ScalarToken
  | NameToken
  | TagToken
  | TagDirectiveToken;

export interface ScalarToken {
  readonly kind: "scalar";
  readonly start: number;
  readonly end: number;
  /** What it stands for, once quotes, escapes and folds are gone. */
  readonly text: string;
  readonly style: ScalarStyle;
}

export interface NameToken {
  readonly kind: "anchor" | "alias";
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export interface TagToken {
  readonly kind: "tag";
  readonly start: number;
  readonly end: number;
  /** `!`, `!!` or `!name!`; empty where the suffix is the whole tag. */
  readonly handle: string;
  readonly suffix: string;
}

export interface TagDirectiveToken {
  readonly kind: "tag-directive";
  readonly start: number;
  readonly end: number;
  readonly handle: string;
  readonly prefix: string;
}
