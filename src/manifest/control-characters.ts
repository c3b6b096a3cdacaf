import { type Refusal, refuse } from "./refusal.ts";

/**
 * The first character that Go refuses to read, be it in a comment (go.yaml.in/yaml/v2 v2.4.3 `readerc.go`,
 * `yaml_parser_update_buffer`); undefined where there is none.
 */
export function findControl(text: string): Refusal | undefined {
  const offset = text.search(controls);
  if (offset === -1) return undefined;
  const name = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0");
  return refuse(`a control character stands here (U+${name}), which YAML does not allow`, offset);
}

const ascii = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f";
const controls = new RegExp(`[${ascii}\\u0080-\\u0084\\u0086-\\u009f\\ufffe\\uffff]`);
