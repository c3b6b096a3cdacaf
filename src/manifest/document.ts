/** Where something stands, in words a person can follow. */
export interface Source {
  /**
   * The file that the text came from: a path relative to the application (directory), `chart/templates/x.yaml` (helm's
   * own `# Source:` comment), or the name of the stream, such as `kustomize build` or `standard input`.
   */
  readonly file: string;
  /** 1-based line in `file`; where the file is a template, the line in the rendered output. */
  readonly line: number;
  /** 1-based number of the document in its file or stream, empty documents counted. */
  readonly document: number;
}

/** One YAML document of the render: a range of text that no other document shares. */
export interface Document {
  /** 0-based position in the whole render, empty documents counted. */
  readonly index: number;
  /** UTF-16 offsets into `Rendered.text`: [start, end), without the separator lines around it. */
  readonly start: number;
  readonly end: number;
  readonly source: Source;
}
