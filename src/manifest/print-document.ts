import { Document, visit } from "yaml";
import { resolvePlain } from "./go-scalar.ts";
import type { JsonObject, JsonValue } from "./manifest.ts";

/**
 * One value as a document of YAML, keys in their own order, without separator. Read by Go it is the value again:
 * whatever YAML 1.1 or 1.2 could take for something other than text is quoted, and no line is ever folded.
 */
export function printYaml(value: JsonValue): string {
  const document = new Document(value, { version: "1.2", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string") node.type = isPlainText(node.value) ? "PLAIN" : "QUOTE_DOUBLE";
    },
  });
  const printed = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return printed.replaceAll(lineBreaksOfGo, escapeCharacter);
}

/** JSON that a reader of YAML 1.1 sees no line break in where there is none. */
export function escapeForYaml(json: string): string {
  return json.replaceAll(lineBreaksOfGo, escapeCharacter);
}

/** One object as a line of JSON. Escaped so that a reader of YAML 1.1 sees no line break in it either. */
export function printJson(object: JsonObject): string {
  return `${escapeForYaml(JSON.stringify(object))}\n`;
}

/** Text that means itself to every reader of YAML, in any position. */
export function isPlainText(text: string): boolean {
  return /^[A-Za-z/][\w./-]*(?: [\w./-]+)*$/.test(text) && resolvePlain(text).type === "string";
}

/** Line breaks of YAML 1.1, the byte order mark, and what Go refuses to read unescaped; only in quotes by now. */
const lineBreaksOfGo = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
