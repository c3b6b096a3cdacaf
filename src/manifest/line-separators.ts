/** The two breaks that Go keeps inside scalars; all others it folds. */
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
 * @param indent for the lines that it begins.
 */
export function foldSeparators(blanks: string, canEscape: boolean, indent: number): string {
  const breaks = breaksOf(blanks);
  const kept = breaks.startsWith("\n") ? breaks.slice(1) : breaks;
  return canEscape
    ? escapeBreaks(kept)
    : kept.replaceAll(/\n+/g, (feeds) => `${feeds}\n${" ".repeat(indent)}`);
}

/** The same for blanks behind a backslash, which takes away the first break whatever it is; always in double quotes. */
export function foldEscaped(blanks: string): string {
  return escapeBreaks(breaksOf(blanks).slice(1));
}

function breaksOf(blanks: string): string {
  return blanks.replaceAll(/[ \t\r]/g, "");
}

function escapeBreaks(breaks: string): string {
  return breaks.replaceAll(/[\n\u2028\u2029]/g, (character) => escapes.get(character) ?? "");
}
