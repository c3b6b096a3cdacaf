const blanksAndComments = /(?:[^\S\n]*(?:#[^\n]*)?\n)*/y;

/** The first offset at or after `start` whose line holds more than blanks and comments. */
export function contentStart(text: string, start: number): number {
  blanksAndComments.lastIndex = start;
  blanksAndComments.test(text);
  return blanksAndComments.lastIndex;
}
