/**
 * One splice over the renderer's text. Edits of one run are sorted by `start` and never overlap; `start` counts UTF-16
 * units of `Rendered.text`. (Reports carry byte offsets: see report/.)
 */
export interface TextEdit {
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}
