import type { TextEdit } from "./edit.ts";

/** Leads from offsets of an edited text back to those of the text before. */
export class OffsetMap {
  readonly #edits: readonly TextEdit[];
  /** For each edit, where what it inserted begins and ends in the edited text. */
  readonly #spans: readonly { readonly start: number; readonly end: number }[];

  /** @param edits sorted by `start`, none overlapping another. */
  constructor(edits: readonly TextEdit[]) {
    this.#edits = edits;
    let shift = 0;
    this.#spans = edits.map(({ start, removed, inserted }) => {
      const from = start + shift;
      shift += inserted.length - removed.length;
      return { start: from, end: from + inserted.length };
    });
  }

  /** The offset before the edits; inside of what was inserted, the nearest one of what it stands for. */
  before(offset: number): number {
    const at = this.#lastBefore(offset);
    const edit = this.#edits[at];
    const span = this.#spans[at];
    if (edit === undefined || span === undefined) return offset;
    if (offset >= span.end) return offset - span.end + edit.start + edit.removed.length;
    return edit.start + Math.min(offset - span.start, edit.removed.length);
  }

  /** The index of the last edit that begins before an offset, -1 where there is none. */
  #lastBefore(offset: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
