/**
 * All line breaks of Go, which reads YAML 1.1, as line feeds. One for one, so that offsets stay (go.yaml.in/yaml/v2 v2.4.3
 * `yamlprivateh.go` `is_break`).
 */
export function normaliseAllBreaks(text: string): string {
  return text.replaceAll(/\r(?!\n)|[\u0085\u2028\u2029]/g, "\n");
}
