import type { Rendered } from "../render/rendered.ts";
import { applyEdits } from "./apply-edits.ts";
import type { Document } from "./document.ts";
import type { TextEdit } from "./edit.ts";
import type { JsonObject } from "./manifest.ts";
import { printJson, printYaml } from "./print-document.ts";
import { cutStream } from "./stream.ts";

/** The final text, and everything that was done to the renderer's text before our documents were appended. */
export interface Injected {
  readonly text: string;
  /** The splices, the removal of documents, and the newline that a last line without one gets. */
  readonly edits: readonly TextEdit[];
}

/**
 * Makes the edits, removes the documents in `cut` with the separators before them, and appends documents at the end: as
 * YAML behind `---`, or as JSON where the stream is one that Argo CD would not read on as YAML. Cutting what an earlier
 * run appended and appending the same again gives the same bytes.
 */
export function inject(
  rendered: Rendered,
  edits: readonly TextEdit[],
  append: readonly JsonObject[],
  cut: readonly Document[],
): Injected {
  const { text } = rendered;
  const { json } = cutStream(text);
  const removals = cut.map((document) => removal(text, document, json));
  const kept = edits.filter(({ start }) => !removals.some((gone) => isInside(start, gone)));
  const all = [...kept, ...removals].sort((a, b) => a.start - b.start);
  const edited = applyEdits(text, all);
  if (append.length === 0) return { text: edited, edits: all };
  const open = edited !== "" && !edited.endsWith("\n");
  if (open) all.push({ start: text.length, removed: "", inserted: "\n" });
  const documents = append.map((object) => (json ? printJson(object) : `---\n${printYaml(object)}`));
  return { text: `${edited}${open ? "\n" : ""}${documents.join("")}`, edits: all };
}

/** A document with what an append put around it: the separator line before it, or in JSON the line end behind it. */
function removal(text: string, { start, end }: Document, json: boolean): TextEdit {
  if (json) {
    const removed = text.slice(start, text.charAt(end) === "\n" ? end + 1 : end);
    return { start, removed, inserted: "" };
  }
  const lineStart = start === 0 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  const from = text.startsWith("---", lineStart) ? Math.min(lineStart, start) : start;
  return { start: from, removed: text.slice(from, end), inserted: "" };
}

function isInside(offset: number, { start, removed }: TextEdit): boolean {
  return offset >= start && offset < start + removed.length;
}
