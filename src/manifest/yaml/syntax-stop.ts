import { type Refusal, refuse } from "../refusal.ts";

/** Ends the parsing of a document from deep inside; never leaves {@link parseTree}. */
export class SyntaxStop extends Error {
  readonly refusal: Refusal;

  constructor(detail: string, offset: number, tooDeep = false) {
    super(detail);
    this.refusal = refuse(detail, offset, tooDeep);
  }
}
