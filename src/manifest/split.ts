import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Origin, Rendered } from "../render/rendered.ts";
import { contentStart } from "./content-start.ts";
import type { Document } from "./document.ts";
import type { Range } from "./json-stream.ts";
import { LineCounter } from "./line-counter.ts";
import { cutStream } from "./stream.ts";

/** Helm's own words for where a document came from, before anything but comments. */
const sourceComment = /^[ \t]*# Source: ([^\r\n]*[^\s])/m;

/**
 * Cuts the render into documents where Argo CD cuts it. Document numbers restart in each origin; the line is that of the
 * first line with content. Separators that Argo CD refuses are findings.
 */
export function splitDocuments(rendered: Rendered): Outcome<readonly Document[]> {
  const { text } = rendered;
  const { ranges, problems } = cutStream(text);
  const places = new Places(rendered);
  const documents = ranges.map((range, index) => places.document(range, index));
  const findings = problems.map(({ offset, detail }): Finding => {
    const owner = documents.findLast((document) => document.start <= offset) ?? documents[0];
    const { line, column } = places.position(offset);
    const source = owner === undefined ? null : { ...owner.source, line };
    return finding("yaml-broken", { source }, { detail, line, column, command: rendered.renderer.command });
  });
  return { value: documents, findings };
}

/** Finds origins, numbers and lines for ascending offsets in one pass over the text. */
class Places {
  readonly #rendered: Rendered;
  #origin = 0;
  #number = 0;
  #lines: LineCounter;

  constructor(rendered: Rendered) {
    this.#rendered = rendered;
    this.#lines = new LineCounter(rendered.text, this.#originAt(0).start);
  }

  document({ start, end }: Range, index: number): Document {
    const { text, origins } = this.#rendered;
    const bom = text.charCodeAt(start) === 0xfeff ? 1 : 0;
    const content = contentStart(text, start + bom);
    while ((origins[this.#origin + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) {
      this.#origin++;
      this.#number = 0;
      this.#lines = new LineCounter(text, this.#originAt(this.#origin).start);
    }
    const origin = this.#originAt(this.#origin);
    this.#number++;
    const named = origin.sourceComments ? sourceComment.exec(text.slice(start + bom, content)) : null;
    return {
      index,
      start: start + bom,
      end,
      source: {
        file: named?.[1] ?? origin.file,
        line: this.#lines.lineAt(content < end ? content : start),
        document: this.#number,
      },
    };
  }

  position(offset: number): { line: number; column: number } {
    const { text, origins } = this.#rendered;
    const origin = origins.findLast(({ start }) => start <= offset) ?? this.#originAt(0);
    const line = new LineCounter(text, origin.start).lineAt(offset);
    return { line, column: offset - text.lastIndexOf("\n", offset - 1) };
  }

  #originAt(index: number): Origin {
    const { origins, renderer } = this.#rendered;
    return origins[index] ?? { start: 0, file: renderer.command, sourceComments: false };
  }
}
