import type { TextEdit } from "./edit.ts";

/** A splice over the renderer's bytes, as reports carry it: `offset` counts bytes of UTF-8. */
export interface ByteEdit {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The edits of a text with offsets in its UTF-8 bytes; in one pass, since edits are sorted. */
export function toByteEdits(text: string, edits: readonly TextEdit[]): readonly ByteEdit[] {
  let offset = 0;
  let at = 0;
  return edits.map(({ start, removed, inserted }) => {
    offset += Buffer.byteLength(text.slice(at, start));
    at = start;
    return { offset, removed, inserted };
  });
}
