/** Where something stands, in words a person can follow. */
export interface Source {
  /**
   * The file that the text came from: a path relative to the application (directory), `chart/templates/x.yaml` (helm's
   * own `# Source:` comment), or the name of the stream, such as `kustomize build` or `standard input`.
   */
  readonly file: string;
  /** 1-based line in `file`; where that is a template, see `rendered`. */
  readonly line: number;
  /** 1-based number of the document in its file or stream, or of those that a template rendered; empty ones count. */
  readonly document: number;
  /**
   * Set where `file` is a template, whose lines nobody can tell from what it rendered: `line` then counts the rendered
   * lines of this document alone, from the one behind its `# Source:` comment on (`helm template -s FILE` prints them).
   */
  readonly rendered?: true | undefined;
}

/** One YAML document of the render: a range of text that no other document shares. */
export interface Document {
  /** 0-based position in the whole render, empty documents counted. */
  readonly index: number;
  /** UTF-16 offsets into `Rendered.text`: [start, end), without the separator lines around it. */
  readonly start: number;
  readonly end: number;
  /** True where Argo CD's decoder takes it for JSON, which it then reads as YAML once and not twice. */
  readonly isJson?: true;
  readonly source: Source;
}
