import { printable } from "../../findings/printable.ts";

/** What means nothing to Mermaid inside of quotes, and nothing to whoever reads labels as Markdown or HTML. */
const special = /[^A-Za-z0-9 ,./-]/gu;

/**
 * Lines of text as one quoted label. Whatever is not plain is written as an entity code, so that no name can end the
 * label, begin a directive, a comment or markup, or be read as HTML by whoever draws the diagram (mermaid 11
 * `packages/mermaid/src/utils.ts` `encodeEntities`).
 */
export function label(...lines: readonly string[]): string {
  return `"${lines.map(escapeLabel).join("<br/>")}"`;
}

function escapeLabel(line: string): string {
  return printable(line).replaceAll(special, (character) => `#${character.codePointAt(0)};`);
}
