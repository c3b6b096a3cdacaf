import type { TextEdit } from "./edit.ts";

/** The text with its edits made: sorted by `start`, none overlapping another. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { start, removed, inserted } of edits) {
    result += text.slice(at, start) + inserted;
    at = start + removed.length;
  }
  return result + text.slice(at);
}
