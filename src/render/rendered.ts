/** What a renderer printed, decoded but otherwise untouched, and where it came from. */
export interface Rendered {
  /** The whole stream; strict UTF-8 decoded, byte order mark kept. Encoding it again gives the renderer's bytes. */
  readonly text: string;
  readonly renderer: Renderer;
  /** Where each stretch of text comes from, sorted by `start`; the first starts at 0. */
  readonly origins: readonly Origin[];
  /** What the tools said beside the render, and which files were passed over: for stderr, line by line. */
  readonly notices?: readonly string[];
}

export interface Renderer {
  readonly tool: "helm" | "kustomize" | "directory" | "stdin";
  /**
   * The tool's own version, such as `v4.2.3`; grantwave's own for `directory` and `stdin`; `unknown` where the tool does
   * not say it or was not asked.
   */
  readonly version: string;
  /** What was run, for messages: `helm template`, `kustomize build`, `the files of apps/web`, `standard input`. */
  readonly command: string;
}

export interface Origin {
  /** UTF-16 offset in `Rendered.text` at which this stretch begins. */
  readonly start: number;
  /** The file it was read from (relative to the application), or the stream's name. */
  readonly file: string;
  /** True where the documents name their own source in a `# Source:` comment, as helm's output does. */
  readonly sourceComments: boolean;
}
