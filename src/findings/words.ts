/** The words of a finding: what is wrong, and what the reader can do next. Sentences, each on one line. */
export interface Words {
  readonly message: string;
  readonly hint: string;
}
