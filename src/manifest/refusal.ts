/** Why the text of a document cannot be read as Go reads it. Never thrown: a value like any other. */
export interface Refusal {
  readonly refused: "broken" | "too-deep" | "alias-bomb" | "alias-budget";
  /** In words, without any text of the document: it may be a Secret. */
  readonly detail: string;
  /** UTF-16 offset into the text that was read. */
  readonly offset: number;
}

export function refuse(detail: string, offset: number, tooDeep = false): Refusal {
  return { refused: tooDeep ? "too-deep" : "broken", detail, offset };
}

export function isRefusal(value: object | null): value is Refusal {
  return value !== null && "refused" in value && "detail" in value && "offset" in value;
}
