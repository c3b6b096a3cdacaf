import { contentStart } from "./content-start.ts";
import type { Document } from "./document.ts";

/** The line and column, both 1-based, of an offset inside a document, in the terms of the document's source. */
export function locate(text: string, document: Document, offset: number): { line: number; column: number } {
  const content = Math.min(contentStart(text, document.start), document.end);
  const line =
    offset < content
      ? document.source.line - lineBreaks(text, offset, content)
      : document.source.line + lineBreaks(text, content, offset);
  return { line: Math.max(line, 1), column: offset - text.lastIndexOf("\n", offset - 1) };
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
