import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Origin, Rendered } from "../render/rendered.ts";
import { contentStart } from "./content-start.ts";
import type { Document, Source } from "./document.ts";
import { LineCounter } from "./line-counter.ts";
import { locate } from "./locate.ts";
import { cutStream, type DocumentRange } from "./stream.ts";

/** Helm's own words for where a document came from, before anything but comments, to the end of their line. */
const sourceComment = /^[ \t]*# Source: ([^\r\n]*[^\s])[^\n]*\n?/m;

/**
 * Cuts the render into documents where Argo CD cuts it. Document numbers restart in each origin, and count by template
 * where documents name one; the line is that of the first line with content. Separators that Argo CD refuses are findings.
 */
export function splitDocuments(rendered: Rendered): Outcome<readonly Document[]> {
  const { text } = rendered;
  const { ranges, jsonValues, problems } = cutStream(text);
  const places = new Places(rendered);
  const documents = ranges.map((range, index) => {
    const document = places.document(range, index);
    return index < jsonValues ? { ...document, isJson: true as const } : document;
  });
  const findings = problems.map(({ offset, detail }): Finding => {
    const owner = documents.findLast((document) => document.start <= offset) ?? documents[0];
    const { line, column } =
      owner?.source.rendered === true ? locate(text, owner, offset) : places.position(offset);
    const source = owner === undefined ? null : { ...owner.source, line };
    return finding("yaml-broken", { source }, { detail, line, column, command: rendered.renderer.command });
  });
  return { value: documents, findings };
}

/** Finds origins, numbers and lines for ascending offsets in one pass over the text. */
class Places {
  readonly #render: Rendered;
  #origin = 0;
  #number = 0;
  /** How many documents each template has so far. */
  #rendered = new Map<string, number>();
  #lines: LineCounter;

  constructor(rendered: Rendered) {
    this.#render = rendered;
    this.#lines = new LineCounter(rendered.text, this.#originAt(0).start);
  }

  document({ start, end, isOpened }: DocumentRange, index: number): Document {
    const { text, origins } = this.#render;
    // Behind a separator line of its own document it is text.
    const bom = text.charCodeAt(start) === 0xfeff && isOpened !== true ? 1 : 0;
    const content = contentStart(text, start + bom);
    while ((origins[this.#origin + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) {
      this.#origin++;
      this.#number = 0;
      this.#rendered = new Map();
      this.#lines = new LineCounter(text, this.#originAt(this.#origin).start);
    }
    const origin = this.#originAt(this.#origin);
    this.#number++;
    const named = origin.sourceComments ? sourceComment.exec(text.slice(start + bom, content)) : null;
    const source =
      named === null
        ? {
            file: origin.file,
            line: this.#lines.lineAt(content < end ? content : start),
            document: this.#number,
          }
        : this.#template(named[1] ?? origin.file, start + bom + named.index + named[0].length, content);
    return { index, start: start + bom, end, source };
  }

  /** @param from where the line behind the comment begins that names the template. */
  #template(file: string, from: number, content: number): Source {
    const document = (this.#rendered.get(file) ?? 0) + 1;
    this.#rendered.set(file, document);
    return { file, line: new LineCounter(this.#render.text, from).lineAt(content), document, rendered: true };
  }

  position(offset: number): { line: number; column: number } {
    const { text, origins } = this.#render;
    const origin = origins.findLast(({ start }) => start <= offset) ?? this.#originAt(0);
    const line = new LineCounter(text, origin.start).lineAt(offset);
    return { line, column: offset - text.lastIndexOf("\n", offset - 1) };
  }

  #originAt(index: number): Origin {
    const { origins, renderer } = this.#render;
    return origins[index] ?? { start: 0, file: renderer.command, sourceComments: false };
  }
}
