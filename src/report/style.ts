/** What colour says in a text report; the words say the same without it. */
export interface Style {
  readonly heading: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly good: (text: string) => string;
  readonly caution: (text: string) => string;
  readonly quiet: (text: string) => string;
}

/** For files, pipes, and terminals that want no colour. */
export const plainStyle: Style = {
  heading: (text) => text,
  bad: (text) => text,
  good: (text) => text,
  caution: (text) => text,
  quiet: (text) => text,
};

/** SGR sequences of ECMA-48 that every terminal knows, each closed again. */
export const colourStyle: Style = {
  heading: sgr(1, 22),
  bad: sgr(31, 39),
  good: sgr(32, 39),
  caution: sgr(33, 39),
  quiet: sgr(2, 22),
};

function sgr(on: number, off: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
}
