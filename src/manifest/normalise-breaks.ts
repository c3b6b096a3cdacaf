/**
 * A lone carriage return and a next line (U+0085) end a line for Go, which reads YAML 1.1, but not for the parser here.
 * One for one, so that offsets stay (go.yaml.in/yaml/v2 v2.4.3 `yamlprivateh.go` `is_break`, `scannerc.go` `read_line`).
 * Line and paragraph separators end lines too, but are kept inside scalars: see {@link scanLayout}.
 */
export function normaliseBreaks(text: string): string {
  return text.replaceAll(/\r(?!\n)|\u0085/g, "\n");
}

/** The lines as Go counts them: as {@link normaliseBreaks}, the two separators included. */
export function normaliseAllBreaks(text: string): string {
  return text.replaceAll(/\r(?!\n)|[\u0085\u2028\u2029]/g, "\n");
}
