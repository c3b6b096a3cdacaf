import fc from "fast-check";

/** What scalars can be to Go: every type of YAML 1.1, what only looks like one, and what is near the edge of 64 bits. */
const plains = [
  ..."a b key x-y http://a:80/b#c a#b -a ?a :a a:b - ~ null Null nUll yes no on off y n true TRUE False tRue = <<".split(
    " ",
  ),
  ..."0 -0 +1 -1 007 0644 089 0o17 0O7 0x1F 0X1f -0x1 +0x1 0b101 0b-1 -0b11 0b 1_000 1__0 _1 1_ 0_7 0x_1".split(
    " ",
  ),
  ..."1.5 .5 5. -.5 +.5 ._5 .5_0 1e3 1E-7 1e+21 1e400 1e-400 -0.0 0.1e1 1.e2 1:30 12:30:45 190:20:30.15 .inf -.INF +.Inf .nan .NaN".split(
    " ",
  ),
  ..."9007199254740991 9007199254740992 9007199254740993 -9007199254740993 9223372036854775807 9223372036854775808".split(
    " ",
  ),
  ..."-9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616 1e18 1e19 9.3e18 1.2345678901234567e18".split(
    " ",
  ),
  ..."2001-01-01 2001-1-1 2001-12-14t21:59:43.10-05:00 2001-13-01 0xFFFFFFFFFFFFFFFF 0b1111 01777777777777777777777 123456789012345678901".split(
    " ",
  ),
  "two words",
  "a  b",
  "é",
  "😀",
  "\u00a0",
  "a\u00a0b",
  "\ufeffa",
  "a\u3000b",
  "@a",
  "`a",
  "%a",
  "a%",
  "a'b",
  'a"b',
  "a,b",
  "a]b",
  "a}b",
  "{a",
  "a?b",
  "a ? b",
  "a: b",
  "a :b",
  "a #b",
  "...",
  "---",
  "--- a",
  "-- -",
];

const doubles = [
  "",
  "a",
  "a b",
  " a ",
  "\\n",
  "\\t",
  "\\\t",
  "\\ ",
  "\\/",
  "\\'",
  '\\"',
  "\\\\",
  "\\0",
  "\\a",
  "\\e",
  "\\N",
  "\\_",
  "\\L",
  "\\P",
  "\\x41",
  "\\x7f",
  "\\x85",
  "\\x4",
  "\\u00e9",
  "\\u0085",
  "\\u2028",
  "\\ud83d\\ude00",
  "\\ud83d",
  "\\ufeff",
  "\\uffff",
  "\\U0001F600",
  "\\U00110000",
  "\\q",
  "\\\n",
  "\\\n  ",
  "\\\r\n",
  "a\nb",
  "a\n\nb",
  "a\n  b",
  "a \n b",
  "\n",
  "a\r\nb",
  "a\rb",
  "a\u0085b",
  "a\u2028b",
  "a\n\u2029b",
  "\t",
  "a\tb",
  "a\n\tb",
  "\n---\n",
  "\n--- ",
  "\n...\n",
  "#",
  "# a",
  "<&>",
  "é",
  "\u00a0",
  "\ufeff",
  "- a",
  ": ",
  "''",
  "\\\u2028a",
];
const singles = [
  "",
  "a",
  "''",
  "a b",
  " a",
  "a\nb",
  "a\n\n b",
  "\\n",
  '"',
  "a\u2028b",
  "\u0085",
  "a\r\n\r\nb",
  "#",
  "---",
  "\n---\n",
  "a\tb",
  "\n\tb",
  "é",
];
const properties = [
  "&a ",
  "&b ",
  "&a-b_1 ",
  "&é ",
  "&a: ",
  "& ",
  "!!str ",
  "!!int ",
  "!!float ",
  "!!bool ",
  "!!null ",
  "!!binary ",
  "!!timestamp ",
  "!!map ",
  "!!seq ",
  "!!merge ",
  "!x ",
  "! ",
  "!",
  "!<tag:yaml.org,2002:str> ",
  "!<a b> ",
  "!e!x ",
  "!%41 ",
  "!%zz ",
  "!a%c3%a9 ",
  "&a !!str ",
  "!!str &a ",
  "&a &b ",
  "!x !y ",
  "&a\n ",
  "!!str\n ",
];
const aliases = ["*a", "*b", "*c", "*a ", "*é", "*", "*a:", "*a :"];
const breaks = [
  "\n",
  "\n",
  "\n",
  "\n",
  "\n",
  "\n",
  "\r\n",
  "\r",
  "\r\r\n",
  "\u0085",
  "\u2028",
  "\u2029",
  "\n\n",
  " \n",
  "\t\n",
  " # c\n",
  "#c\n",
  "\n\ufeff",
];
const indicators = [
  "- ",
  "-",
  "-\t",
  "? ",
  "?",
  ": ",
  ":",
  ":\t",
  ": \n",
  "[",
  "]",
  "{",
  "}",
  ",",
  ", ",
  " ",
  "  ",
  "\t",
  "#",
  " # c",
  "|",
  ">",
  "<<: ",
  "<<",
  "---",
  "...",
  "--- ",
  "%YAML 1.1\n",
  "%TAG ! tag:x:\n",
  "%",
  "@",
  "\ufeff",
  "\u00a0",
];

const double = fc.array(fc.constantFrom(...doubles), { maxLength: 3 }).map((parts) => `"${parts.join("")}"`);
const single = fc.array(fc.constantFrom(...singles), { maxLength: 2 }).map((parts) => `'${parts.join("")}'`);
const plain = fc.constantFrom(...plains);
const property = fc.oneof(
  { weight: 9, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom(...properties) },
);
const leaf = fc
  .tuple(
    property,
    fc.oneof(
      { weight: 5, arbitrary: plain },
      { weight: 2, arbitrary: double },
      { weight: 1, arbitrary: single },
      { weight: 1, arbitrary: fc.constantFrom(...aliases, "", "") },
    ),
  )
  .map((parts) => parts.join(""));
const gap = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("", " ") },
  { weight: 2, arbitrary: fc.constantFrom(...breaks, "\n   ", "\n \t", "\t") },
);

/** A value in brackets or braces, with pairs of every form, and now and then a comma too few or too many. */
function flow(depth: number): fc.Arbitrary<string> {
  const inner =
    depth === 0 ? leaf : fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: flow(depth - 1) });
  const separator = fc.constantFrom(": ", ": ", ": ", ":", " :", " : ", ":\n", " ? ", "?", "");
  const key = fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 1, arbitrary: fc.constantFrom("? a", "? ", "?", "<<", "") },
  );
  const pair = fc.tuple(key, separator, inner).map((parts) => parts.join(""));
  const entry = fc.tuple(gap, fc.oneof(inner, pair), gap).map((parts) => parts.join(""));
  const comma = fc.oneof(
    { weight: 20, arbitrary: fc.constant(",") },
    { weight: 1, arbitrary: fc.constantFrom(",,", " ", "") },
  );
  const body = fc
    .array(fc.tuple(entry, comma), { maxLength: 4 })
    .map((list) => list.map((parts) => parts.join("")).join(""));
  return fc
    .tuple(
      property,
      fc.constantFrom(["[", "]"], ["{", "}"], ["{", "}"], ["[", "]"], ["{", "]"], ["[", ""]),
      body,
    )
    .map(([before, [open, close], text]) => `${before}${open}${text}${close}`);
}

const heads = [
  "|",
  ">",
  "|-",
  ">-",
  "|+",
  ">+",
  "|1",
  "|2",
  "|3-",
  ">+1",
  ">2",
  "|0",
  "|--",
  "|12",
  "| # c",
  "|#c",
  "|a",
  "|-\t",
  "&a |",
  "!!str >-",
  "!!binary |",
];
const blockLines = [
  "a",
  "a b",
  "  deeper",
  " one",
  "",
  "",
  " ",
  "   ",
  "\ttab",
  "- x",
  "# no comment",
  "a: b",
  "---",
  "...",
  "x  ",
  "é",
  "a\u2028b",
  "a\u2028   b",
  "\u2029",
  "a\u0085b",
  "\u0085",
  "x\r",
  "YQ==",
  "😀",
];
const lineEnds = ["\n", "\n", "\n", "\n", "\n", "\n", "\r\n", "\r", "\u0085", "\u2028", "\r\r\n"];

function block(indent: string): fc.Arbitrary<string> {
  const line = fc
    .tuple(
      fc.constantFrom("  ", "  ", "  ", "  ", "  ", " ", "   ", "", "\t"),
      fc.constantFrom(...blockLines),
      fc.constantFrom(...lineEnds),
    )
    .map(([more, text, end]) => `${text === "" ? "" : indent + more}${text}${end}`);
  return fc
    .tuple(
      fc.constantFrom(...heads),
      fc.constantFrom("\n", "\n", "\n", "\r\n", "\u2028"),
      fc.array(line, { maxLength: 5 }),
    )
    .map(([head, end, lines]) => `${head}${end}${lines.join("")}`);
}

/** From behind an indicator to the end of the last line; collections begin on a line of their own, or on this one. */
function value(indent: string, depth: number): fc.Arbitrary<string> {
  const end = fc.constantFrom(...breaks);
  const line = fc.tuple(gap, leaf, end).map((parts) => parts.join(""));
  const brackets = fc.tuple(gap, flow(2), end).map((parts) => parts.join(""));
  const text = fc.tuple(gap, block(indent)).map((parts) => parts.join(""));
  if (depth === 0) return fc.oneof({ weight: 3, arbitrary: line }, brackets, text);
  const deeper = fc.constantFrom("  ", "  ", "  ", " ", "    ", "");
  const nested = (make: (indent: string, depth: number) => fc.Arbitrary<string>) =>
    deeper.chain((more) =>
      fc
        .tuple(
          property,
          fc.constantFrom("\n", "\n", "\n", "\r\n", " # c\n", "\r"),
          make(indent + more, depth - 1),
        )
        .map((parts) => ` ${parts.join("")}`),
    );
  return fc.oneof(
    { weight: 4, arbitrary: line },
    { weight: 2, arbitrary: brackets },
    { weight: 2, arbitrary: text },
    { weight: 3, arbitrary: nested(pairs) },
    { weight: 2, arbitrary: nested(items) },
    { weight: 1, arbitrary: items("", 0).map((list) => ` ${list}`) },
  );
}

const comments = fc.constantFrom(
  "",
  "",
  "",
  "",
  "",
  "",
  "# c\n",
  "\n",
  "   \n",
  "\t\n",
  "  # c\n",
  "\t# c\n",
);
/** How a line is indented: nearly always as its neighbours. */
function lineStart(indent: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant(indent) },
    { weight: 1, arbitrary: fc.constantFrom(`${indent} `, indent.slice(1), `${indent}\t`, "\t", "") },
  );
}

function pairs(indent: string, depth: number): fc.Arbitrary<string> {
  const key = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        ..."a b c d 1 1.0 0.1 true y null ~ 0644 1e3 0x10 18446744073709551615 .nan -0.0 0 2001-01-01 é".split(
          " ",
        ),
        "a b",
        '"1"',
        "'a'",
        '""',
        "!!str 1",
        "&k k",
        "*a",
        "__proto__",
      ),
    },
    { weight: 1, arbitrary: leaf },
    { weight: 1, arbitrary: fc.constantFrom("<<", '"<<"', "! '<<'", "!!merge <<") },
  );
  const colon = fc.constantFrom(":", ":", ":", ":", ":", ":", " :", ":\t", "");
  const simple = fc
    .tuple(comments, lineStart(indent), key, colon, value(indent, depth))
    .map((parts) => parts.join(""));
  const explicit = fc
    .tuple(
      lineStart(indent),
      value(indent, 0),
      lineStart(indent),
      fc.constantFrom(":", ":", "?", "- "),
      value(indent, 0),
    )
    .map(([a, k, b, mark, v]) => `${a}?${k}${b}${mark}${v}`);
  const merge = fc
    .constantFrom("{a: 1, z: 2}", "*a", "[*a, {b: 3}]", "[{a: 1}, {a: 2}]", "1", "[1]", "")
    .map((from) => `${indent}<<: ${from}\n`);
  const entry = fc.oneof(
    { weight: 12, arbitrary: simple },
    { weight: 1, arbitrary: explicit },
    { weight: 1, arbitrary: merge },
  );
  return fc.array(entry, { minLength: 1, maxLength: 4 }).map((list) => list.join(""));
}

function items(indent: string, depth: number): fc.Arbitrary<string> {
  const item = fc
    .tuple(
      comments,
      lineStart(indent),
      fc.constantFrom("-", "-", "-", "-", "- -", "-\t", "- ?", "- a:"),
      value(`${indent}  `, depth),
    )
    .map((parts) => parts.join(""));
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((list) => list.join(""));
}

/** Tokens in any order: hardly ever valid for long, so that both readers have to refuse alike. */
const soup = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...indicators) },
      { weight: 2, arbitrary: leaf },
      { weight: 2, arbitrary: fc.constantFrom(...breaks, "\n  ", "\n    ") },
    ),
    { maxLength: 14 },
  )
  .map((parts) => `  ${parts.join("")}`);

const preambles = [
  "apiVersion: v1\nkind: Probe\nmetadata:\n  name: probe\n",
  "kind: Probe\napiVersion: example.com/v1\nmetadata: {name: probe, labels: {a: b}}\nseen: &a {a: 1}\n",
  "apiVersion: v1\nkind: List\nitems: []\nmetadata: {name: x}\n",
];

/** One document: an object whose `spec` is anything. */
export const oddDocuments: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant("") },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "\ufeff",
          "# c\n",
          "\n",
          "%YAML 1.1\n---\n",
          "%YAML 1.2\n---\n",
          "%TAG !e! tag:x,1:\n---\n",
          "%A\n---\n",
          "---\n",
          "--- # c\n",
          " ",
          "\t\n",
        ),
      },
    ),
    fc.constantFrom(...preambles),
    fc.oneof(
      { weight: 4, arbitrary: pairs("  ", 2).map((text) => `spec:\n${text}`) },
      { weight: 2, arbitrary: items("  ", 2).map((text) => `spec:\n${text}`) },
      { weight: 2, arbitrary: value("", 2).map((text) => `spec:${text}`) },
      { weight: 1, arbitrary: flow(3).map((text) => `spec: ${text}\n`) },
      { weight: 1, arbitrary: pairs("", 1) },
      { weight: 2, arbitrary: soup.map((text) => `spec:\n${text}`) },
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant("") },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "z: 1\n",
          "...\n",
          "...",
          "... # c\n",
          "...\na: b\n",
          "\n\n",
          "  \n",
          "\t",
          "# c",
          "]",
          "%A\n",
        ),
      },
    ),
  )
  .map((parts) => parts.join(""));

const jsonTexts = fc
  .tuple(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(...doubles, ...plains),
    fc.constantFrom("", "", "  ", "\t"),
  )
  .map(([json, raw, space]) => {
    const spec = JSON.stringify(json, null, space);
    return `{"apiVersion":"v1","kind":"Probe","metadata":{"name":"probe"},"spec":${spec},"raw":"${raw}","n":${raw === "" ? 1 : raw}}\n`;
  });

/** A stream of one document or a few, with separators of every kind. */
export const oddStreams: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: oddDocuments },
  { weight: 1, arbitrary: jsonTexts },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.array(
          fc.oneof(
            { weight: 5, arbitrary: oddDocuments },
            { weight: 1, arbitrary: jsonTexts },
            { weight: 1, arbitrary: fc.constantFrom("", "\n", "# c\n", "null\n", "~", '{"a": 1}', "{}\n") },
          ),
          { minLength: 2, maxLength: 3 },
        ),
        fc.constantFrom(
          "---\n",
          "---\n",
          "--- # c\n",
          "---\r\n",
          "---  \n",
          "---",
          "---a\n",
          "--- a\n",
          "----\n",
          "\n---\n---\n",
          "...\n---\n",
          "---\r",
          "---\u2028",
          "---\u00a0\n",
          "\n--- \t#c\n",
          "\n",
        ),
      )
      .map(([list, separator]) => list.join(separator)),
  },
);
