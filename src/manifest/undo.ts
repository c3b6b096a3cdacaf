import type { TextEdit } from "./edit.ts";

/**
 * Takes the edits back out of a text that they were made in, given with the offsets of the text before: the opposite of
 * making them. What was appended behind the last edit has to be cut off first.
 */
export function undoEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  let shift = 0;
  for (const { start, removed, inserted } of edits) {
    result += text.slice(at, start + shift) + removed;
    at = start + shift + inserted.length;
    shift += inserted.length - removed.length;
  }
  return result + text.slice(at);
}
