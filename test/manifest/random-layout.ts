import fc from "fast-check";

/** Blanks and breaks as hand-written and generated files have them, and as only YAML 1.1 knows them. */
const blanks = fc
  .array(fc.constantFrom("\n", "\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", " ", "  ", "\t"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(""));
const breaks = fc
  .array(fc.constantFrom("\n", "\n  ", "\r\n", "\r", "\u0085", "\u2028", " "), { maxLength: 3 })
  .map((parts) => parts.join(""));
const word = fc.constantFrom("a", "b:c", "- d", "#e", "0644", "yes", "é😀", "{f", "g]", ",");

function quoted(quote: string, extras: readonly string[]): fc.Arbitrary<string> {
  const part = fc.oneof(
    { weight: 3, arbitrary: word },
    { weight: 3, arbitrary: blanks },
    { weight: 1, arbitrary: fc.constantFrom(...extras) },
  );
  return fc.array(part, { maxLength: 6 }).map((parts) => `${quote}x${parts.join("")}${quote}`);
}

const doubleQuoted = quoted('"', ["\\n", "\\\n", "\\\r\n", "\\\u2028", '\\"', "\\t", "'"]);
const singleQuoted = quoted("'", ["''", '"', "\\"]);
const plain = fc.constantFrom("a", "[-,-]", "{d: -}", "0644", "yes", "x-y", "a\nb", "a\n\nb c", "~");

/** A value inside of brackets, with lines that begin anywhere. */
function flow(depth: number): fc.Arbitrary<string> {
  const inner = depth === 0 ? plain : fc.oneof(plain, flow(depth - 1));
  const item = fc.oneof(doubleQuoted, singleQuoted, inner);
  const spaced = fc.tuple(breaks, item, fc.constantFrom("", "\n", " # why\n", "\r\n")).map((p) => p.join(""));
  return fc.oneof(
    fc.array(spaced, { maxLength: 3 }).map((items) => `[${items.join(",")}\n]`),
    fc
      .array(spaced, { maxLength: 3 })
      .map((items) => `{${items.map((text, i) => `\nk${i}: ${text}`).join(",")}}`),
  );
}

const scalar = fc.oneof(doubleQuoted, singleQuoted, flow(2));

/** Of two carriage returns before a line feed Go's decoder of streams takes one away; nobody writes it, nor do we here. */
const twoReturns = /\r+\r\n/g;

/** An object whose quoted and bracketed values are laid out in ways that only Go's reader does not mind. */
export function oddObject(number: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(scalar, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "twice: 1\n  twice: 2\n"),
      scalar,
    )
    .map(([values, twice, note]) => {
      const spec = values.map((text, i) => `  v${i}: ${text}\n  l${i}:\n  - ${text}\n`).join("");
      const metadata = `metadata:\n  name: odd-${number}\n  labels: {\n\n}\n`;
      return `apiVersion: example.com/v1\nkind: Probe\nnote: ${note}\n${metadata}spec:\n${spec}${twice === "" ? "" : `  ${twice}`}`.replaceAll(
        twoReturns,
        "\r\n",
      );
    });
}
