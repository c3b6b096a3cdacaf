import fc from "fast-check";

/** What is put into texts: each has a meaning somewhere. */
const insertions = [
  "\n",
  "\r",
  "\r\n",
  " ",
  "  ",
  "\t",
  ":",
  ": ",
  "- ",
  "-",
  "#",
  " #",
  "[",
  "]",
  "{",
  "}",
  ",",
  '"',
  "'",
  "|",
  ">",
  "&a ",
  "*a",
  "!",
  "!!str ",
  "?",
  "? ",
  "%",
  "@",
  "`",
  "\\",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\u00a0",
  "---\n",
  "\n---\n",
  "...\n",
  "<<: ",
  "~",
  "0",
  "1e3",
  "\u0007",
  "\u007f",
];

type Mutation = (text: string) => string;

const at = fc.double({ min: 0, max: 0.999999, noNaN: true });

/** Small changes to a text: characters and lines come, go and change places. */
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(at, fc.constantFrom(...insertions)).map(
    ([where, added]): Mutation =>
      (text) =>
        splice(text, where, 0, added),
  ),
  fc.tuple(at, fc.integer({ min: 1, max: 4 })).map(
    ([where, length]): Mutation =>
      (text) =>
        splice(text, where, length, ""),
  ),
  fc.tuple(at, fc.constantFrom(...insertions)).map(
    ([where, added]): Mutation =>
      (text) =>
        splice(text, where, 1, added),
  ),
  at.map(
    (where): Mutation =>
      (text) =>
        changeLines(text, where, (lines, line) => lines.splice(line, 1)),
  ),
  at.map(
    (where): Mutation =>
      (text) =>
        changeLines(text, where, (lines, line) => lines.splice(line, 0, lines[line] ?? "")),
  ),
  fc.tuple(at, at).map(
    ([one, other]): Mutation =>
      (text) =>
        swapLines(text, one, other),
  ),
  fc.tuple(at, fc.constantFrom(" ", "  ", "\t", "- ", "? ")).map(
    ([where, indent]): Mutation =>
      (text) =>
        changeLines(text, where, (lines, line) => lines.splice(line, 1, indent + (lines[line] ?? ""))),
  ),
);

function splice(text: string, where: number, length: number, added: string): string {
  const start = Math.floor(where * text.length);
  // No half of a character: a file cannot hold it.
  return Buffer.from(text.slice(0, start) + added + text.slice(start + length)).toString();
}

function changeLines(text: string, where: number, change: (lines: string[], line: number) => void): string {
  const lines = text.split("\n");
  change(lines, Math.floor(where * lines.length));
  return lines.join("\n");
}

function swapLines(text: string, one: number, other: number): string {
  const lines = text.split("\n");
  const [a, b] = [Math.floor(one * lines.length), Math.floor(other * lines.length)];
  const kept = lines[a] ?? "";
  lines[a] = lines[b] ?? "";
  lines[b] = kept;
  return lines.join("\n");
}

/** Texts of a list, with one to three changes. */
export function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce((changed, change) => change(changed), text));
}
