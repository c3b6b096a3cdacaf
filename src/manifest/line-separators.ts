/** A break that Go folds into a space, or the end of the text: not the two separators, which it keeps. */
export function isSeparator(character: string): boolean {
  return character === "\u2028" || character === "\u2029";
}

/** True for what ends a line, of a text in which carriage returns stand before line feeds only. */
export function endsLine(character: string): boolean {
  return character === "\n" || isSeparator(character);
}

/** True for blanks and breaks, and at the end of the text. */
export function isBlank(character: string): boolean {
  return (
    character === "" || character === " " || character === "\t" || character === "\r" || endsLine(character)
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\u2028", "\\L"],
  ["\u2029", "\\P"],
]);

/**
 * Writes blanks with breaks between two parts of a scalar so that a reader of YAML 1.2, for which separators are text,
 * gets what Go makes of them (go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`, `yaml_parser_scan_flow_scalar`): a line feed in
 * front is folded away, every other break is kept, and the blanks are gone.
 *
 * @param canEscape whether escapes may be written, as in double quotes only.
 * @param indent for a last line that is begun.
 */
export function foldSeparators(blanks: string, canEscape: boolean, indent: number): string {
  const breaks = blanks.replaceAll(/[ \t\r]/g, "");
  const kept = breaks.startsWith("\n") ? breaks.slice(1) : breaks;
  if (canEscape) return kept.replaceAll(/[\n\u2028\u2029]/g, (character) => escapes.get(character) ?? "");
  const folded = kept.replaceAll(/\n+/g, (lineFeeds) => `${lineFeeds}\n`);
  return folded.endsWith("\n") ? `${folded}${" ".repeat(indent)}` : folded;
}
