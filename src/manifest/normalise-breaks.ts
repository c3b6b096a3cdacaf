/**
 * A lone carriage return, next line, line separator and paragraph separator end a line for Go, which reads YAML 1.1, but
 * not for the parser here. One for one, so that offsets stay; a separator inside a quoted string becomes an ordinary fold.
 * (go.yaml.in/yaml/v2 v2.4.3 `yamlprivateh.go`, `is_break`.)
 */
export function normaliseBreaks(text: string): string {
  return text.replaceAll(/\r(?!\n)|[\u0085\u2028\u2029]/g, "\n");
}
