import fc from "fast-check";

/** Scalars that YAML 1.1 and 1.2 read differently, or that printers like to change; all valid as values. */
export const trickyScalars = [
  ..."yes no on off y n Y N true False null ~ Null 0644 0o644 0755 0b101 0x1F 1_000 1e3 1E3 .5 1.0 +5 -0 0089".split(
    " ",
  ),
  ..."12:30:45 190:20:30 2001-01-01 2001-12-14t21:59:43.10-05:00 1234567e8 72225e2 = 1.5e-7 -1 0.1 9007199254740993".split(
    " ",
  ),
  ..."'no' \"yes\" '0644' \"1e3\" '' \"\" 'it''s' [] {} [a,b] [yes,0o17]".split(" "),
  "a --- b",
  "a # not text",
  "http://example.com:80/x#y",
  '"tab\\tinside"',
  "'tab\tinside'",
  '"folded over\n\n   two lines"',
  '"\\u00e9\\x41\\U0001F600\\L"',
  "!!str 0644",
  "!!int '0644'",
  "!!float 1",
  "!!binary aGVsbG8=",
  "!custom 0644",
  "! 12",
  "{a: 1, b: [yes, {c: no}]}",
  '{"a": 1, "b": [true, null, 1.50]}',
  "plain text\n   that goes on",
  "é 😀",
] as const;

/** Keys that Go turns into text, or that are text where other readers see something else. */
export const trickyKeys = [
  ..."a b y no on 1 0644 2.0 1e3 true \"<<\" 'null' __proto__ constructor toString 12:30 2001-01-01 a.b/c".split(
    " ",
  ),
  '"quoted key"',
  "key with blanks",
  "!!str 0644",
] as const;

const blockScalars = ["|", "|-", "|+", ">", ">-", "|2"] as const;
const blockLines = [
  "---",
  "# no comment",
  "a: b",
  "\ttab",
  "  deeper",
  "-----BEGIN KEY-----",
  "",
  "x  ",
  "é",
] as const;

/** A nested value, from behind the colon of its key to the end of its last line, indented to stand below it. */
function value(indent: string, depth: number): fc.Arbitrary<string> {
  const scalar = fc
    .tuple(fc.constantFrom(...trickyScalars), fc.constantFrom("", " # a comment"))
    .map(
      ([text, comment]) => ` ${text.replaceAll("\n", `\n${indent}`)}${text.includes("\n") ? "" : comment}\n`,
    );
  const block = fc
    .tuple(fc.constantFrom(...blockScalars), fc.array(fc.constantFrom(...blockLines), { maxLength: 4 }))
    .map(([head, lines]) => {
      // Behind an explicit indent, parsers disagree about lines of nothing but blanks.
      const written = (line: string) => (head === "|2" && line === "" ? "" : `${indent}  ${line}`);
      return ` ${head}\n${["text", ...lines].map((line) => `${written(line)}\n`).join("")}`;
    });
  if (depth === 0) return fc.oneof({ weight: 4, arbitrary: scalar }, block);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: block },
    { weight: 2, arbitrary: entries(`${indent}  `, depth - 1).map((text) => `\n${text}`) },
    { weight: 2, arbitrary: items(`${indent}  `, depth - 1).map((text) => `\n${text}`) },
    { weight: 1, arbitrary: items(indent, depth - 1).map((text) => `\n${text}`) },
  );
}

function entries(indent: string, depth: number): fc.Arbitrary<string> {
  const entry = fc
    .tuple(
      fc.constantFrom(...trickyKeys),
      fc.constantFrom("", "", "", `${indent}# a comment\n`, "\n"),
      value(indent, depth),
    )
    .map(([key, before, text]) => `${before}${indent}${key}:${text}`);
  return fc.array(entry, { minLength: 1, maxLength: 3 }).map((list) => list.join(""));
}

function items(indent: string, depth: number): fc.Arbitrary<string> {
  const item = value(`${indent}  `, depth).map((text) => `${indent}-${text}`);
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((list) => list.join(""));
}

const waveName = "argocd.argoproj.io/sync-wave";

/** Lines of `metadata` about annotations, for an indent of two: with a wave, without, empty, or none at all. */
const annotationStyles = [
  "",
  "  annotations:\n",
  "  annotations: # none yet\n",
  "  annotations: {}\n",
  "  annotations: { }\n",
  "  annotations: ~\n",
  "  annotations: null # none\n",
  "  annotations: {a: 'b'}\n",
  "  annotations: {\n    # in flow\n    a: b }\n",
  `  annotations: {a: b, "${waveName}": '5', c: d}\n`,
  `  annotations: {"${waveName}":"5"}\n`,
  "  annotations:\n    a: b\n",
  "  annotations:\n    # first a comment\n    a: b # and one more\n\n",
  "  annotations:\n        a: b\n",
  "  annotations: !!map\n    a: b\n",
  "  annotations: &unused\n    a: b\n",
  `  annotations:\n    ${waveName}: "5"\n`,
  `  annotations:\n    a: b\n    ${waveName}: '5' # five\n    c: d\n`,
  `  annotations:\n    "${waveName}":   "5"\n`,
  `  annotations:\n    '${waveName}':\t"5"\n`,
  `  annotations:\n    ${waveName}: !!str 5\n`,
  `  annotations:\n    ${waveName}: &w "5"\n`,
  `  annotations:\n    ${waveName}: |-\n      5\n    c: d\n`,
  `  annotations:\n    ${waveName}: >-\n      5\n\n`,
  `  annotations:\n    ${waveName}:\n      "5"\n`,
  `  annotations:\n    ? ${waveName}\n    : "5"\n    ? c\n    : d\n`,
  "  annotations:\n    ? a\n    : b\n",
  `  annotations:\n    ${waveName}: "1"\n    ${waveName}: "5"\n`,
  `  annotations:\n    ${waveName}: "1"\n  annotations:\n    a: b\n`,
  `  annotations: {a: b}\n  annotations:\n    ${waveName}: "5"\n`,
  `  annotations:\n    <<: {a: b, ${waveName}: "5"}\n    c: d\n`,
  `  annotations:\n    c: d\n    <<: {a: b, ${waveName}: "5"}\n`,
  `  annotations:\n    ${waveName}: "1"\n    <<: [{a: b}, {${waveName}: "5"}]\n`,
  `  annotations: {${waveName}: "1", <<: {a: b, ${waveName}: "5"}}\n`,
  `  annotations:\n    seen: &five "5"\n    ${waveName}: *five\n`,
] as const;

/** One object in block style. Its name is its number, so that all objects of a stream differ. */
export function blockObject(number: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...annotationStyles),
      fc.boolean(),
      entries("  ", 3),
      fc.constantFrom("", "# head\n", "\n"),
    )
    .map(([annotations, first, spec, head]) => {
      const name = `  name: object-${number}\n`;
      const metadata = first ? annotations + name : name + annotations;
      return `${head}apiVersion: example.com/v1\nkind: Probe\nmetadata:\n${metadata}spec:\n${spec}`;
    });
}

const flowAnnotations = ["", ', "annotations": {}', ', "annotations": null', ', "annotations": {"a": "b"}'];
const flowWaves = [
  `, "annotations": {"a":"b","${waveName}":"5"}`,
  `, "annotations": {\n\t"${waveName}" : "5"\n}`,
];

/** One object as JSON, on one line or over several. */
export function jsonObject(number: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...flowAnnotations, ...flowWaves), fc.jsonValue({ maxDepth: 2 }), fc.boolean())
    .map(([annotations, spec, spread]) => {
      const metadata = `{"name": "object-${number}"${annotations}}`;
      const break_ = spread ? "\n  " : "";
      const data = JSON.stringify(spec);
      return `{${break_}"apiVersion": "example.com/v1",${break_}"kind": "Probe",${break_}"metadata": ${metadata},${break_}"spec": ${data}}\n`;
    });
}

/** A List whose items are objects in block style. */
export function listObject(number: number): fc.Arbitrary<string> {
  return fc
    .tuple(blockObject(number), blockObject(number + 1000), fc.constantFrom("", "  "))
    .map(([one, other, indent]) => {
      const item = (text: string) =>
        text
          .replaceAll(/^(?:# head)?\n/g, "")
          .replaceAll(/^(?=.)/gm, `${indent}  `)
          .replace(`${indent}  `, `${indent}- `);
      return `apiVersion: v1\nkind: List\nitems:\n${item(one)}${item(other)}`;
    });
}

export function anyObject(number: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: blockObject(number) },
    { weight: 1, arbitrary: jsonObject(number) },
    { weight: 1, arbitrary: listObject(number) },
  );
}

/** The documents of a stream, without separators. */
export const documents: fc.Arbitrary<readonly string[]> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => anyObject(i))));

function isJson(text: string): boolean {
  return text.startsWith("{");
}

/** A whole stream: documents, separators, empty documents, one kind of line end, with or without a last one. */
export const streams: fc.Arbitrary<string> = fc
  .tuple(
    documents,
    fc.constantFrom("---\n", "--- # next\n", "---\n# only a comment\n---\n", "---   \n"),
    fc.constantFrom("", "---\n", "\ufeff", "# Source: chart/templates/x.yaml\n"),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.constantFrom("", "---\n", "...\n"),
    fc.boolean(),
  )
  .filter(([list, , , , end]) => !(end === "...\n" && isJson(list.at(-1) ?? "")))
  .map(([list, separator, start, lineEnd, end, cut]) => {
    const text = `${start}${list.join(separator)}${end}`.replaceAll("\n", lineEnd);
    return cut && !text.endsWith("+\n") ? text.slice(0, -lineEnd.length) : text;
  });
