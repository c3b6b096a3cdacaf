const blanksOrComment = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;

/**
 * The first offset at or after `start` whose line holds more than blanks and comments; the text's length where none does.
 * Line by line, since one expression over all lines would outgrow the stack on a long file.
 */
export function contentStart(text: string, start: number): number {
  let at = start;
  blanksOrComment.lastIndex = at;
  while (at < text.length && blanksOrComment.test(text)) {
    at = blanksOrComment.lastIndex;
  }
  return at;
}
