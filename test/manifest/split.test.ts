import { expect, test } from "vitest";
import { splitDocuments } from "../../src/manifest/split.ts";
import { renderOf } from "./render-of.ts";

function textsOf(text: string): readonly string[] {
  return splitDocuments(renderOf(text)).value.map(({ start, end }) => text.slice(start, end));
}

const streams: readonly [title: string, text: string, documents: readonly string[]][] = [
  ["a single document", "a: 1\n", ["a: 1\n"]],
  ["a first separator belongs to the document behind it", "---\na: 1\n", ["a: 1\n"]],
  ["two separators in a row make one empty document at most", "a: 1\n---\n---\nb: 2\n", ["a: 1\n", "b: 2\n"]],
  ["an empty line between separators is a document", "a: 1\n---\n\n---\nb: 2", ["a: 1\n", "\n", "b: 2"]],
  ["a separator may carry blanks and a comment", "a: 1\n---  # next\nb: 2\n", ["a: 1\n", "b: 2\n"]],
  ["a last separator begins no document", "a: 1\n---\n", ["a: 1\n"]],
  ["nothing but a separator is an empty document", "---", [""]],
  ["nothing at all is no document", "", []],
  ["carriage returns stay with their lines", "a: 1\r\n---\r\nb: 2\r\n", ["a: 1\r\n", "b: 2\r\n"]],
  ["a lone carriage return ends no line", "a: 1\r---\rb: 2", ["a: 1\r---\rb: 2"]],
  ["a byte order mark is no part of a document", "\ufeffa: 1\n---\nb: 2\n", ["a: 1\n", "b: 2\n"]],
  ["the end mark stays in its document", "a: 1\n...\n---\nb: 2\n", ["a: 1\n...\n", "b: 2\n"]],
  [
    "JSON objects need no separators",
    '{"a": "}{"} {"b": 2}\n{"c": 3}',
    ['{"a": "}{"}', '{"b": 2}', '{"c": 3}'],
  ],
  ["JSON goes on as YAML behind the first object", '{"a": 1}\n---\nb: 2\n', ['{"a": 1}', "b: 2\n"]],
  ["a stream that only opens like JSON is YAML", "{a: 1}\n---\n{b: 2}\n", ["{a: 1}\n", "{b: 2}\n"]],
];

for (const [title, text, expected] of streams) {
  test(`splits as Argo CD does: ${title}`, () => {
    const { findings } = splitDocuments(renderOf(text));
    expect(textsOf(text)).toEqual(expected);
    expect(findings).toEqual([]);
  });
}

test("dashes inside values separate nothing", () => {
  const text = [
    "kind: ConfigMap",
    "data:",
    "  script: |",
    "    ---",
    "    # ------- install -------",
    "    echo a --- b",
    "  key: |",
    "    -----BEGIN CERTIFICATE-----",
    '  line: "a --- b"',
    "",
  ].join("\n");
  expect(textsOf(text)).toEqual([text]);
});

test("a separator with something behind it is refused with its line", () => {
  const { findings } = splitDocuments(renderOf("a: 1\n---\nb: 2\n--- c: 3\n"));
  expect(findings).toMatchObject([
    { code: "yaml-broken", source: { line: 4, document: 2 }, args: { line: 4, column: 1 } },
  ]);
});

test("what follows several JSON objects must be JSON too", () => {
  const { findings } = splitDocuments(renderOf('{"a": 1}\n{"b": 2}\n---\nc: 3\n'));
  expect(findings).toMatchObject([{ code: "yaml-broken", args: { line: 3, column: 1 } }]);
});

test("document numbers and lines restart with each file", () => {
  const first = "# head\na: 1\n---\nb: 2\n";
  const second = "---\n\nc: 3\n---\n# only a comment\n---\nd: 4\n";
  const rendered = {
    ...renderOf(`${first}${second}`),
    origins: [
      { start: 0, file: "one.yaml", sourceComments: false },
      { start: first.length, file: "two.yaml", sourceComments: false },
    ],
  };
  expect(splitDocuments(rendered).value.map(({ index, source }) => [index, source])).toEqual([
    [0, { file: "one.yaml", line: 2, document: 1 }],
    [1, { file: "one.yaml", line: 4, document: 2 }],
    [2, { file: "two.yaml", line: 3, document: 1 }],
    [3, { file: "two.yaml", line: 5, document: 2 }],
    [4, { file: "two.yaml", line: 7, document: 3 }],
  ]);
});

test("helm's comments name the file of their own document only, whose lines and documents then are those it rendered", () => {
  const text = [
    "---\n# Source: chart/templates/a.yaml\na: 1\n",
    "b: 2\n",
    "# by hand\n# Source: chart/templates/c.yaml\n\nc: 3\n",
    "# Source: chart/templates/a.yaml\n# Second\r\na: 2\n",
    "d: 4\n",
  ].join("---\n");
  const rendered = {
    ...renderOf(text),
    origins: [{ start: 0, file: "helm template", sourceComments: true }],
  };
  expect(splitDocuments(rendered).value.map(({ source }) => source)).toEqual([
    { file: "chart/templates/a.yaml", line: 1, document: 1, rendered: true },
    { file: "helm template", line: 5, document: 2 },
    { file: "chart/templates/c.yaml", line: 2, document: 1, rendered: true },
    { file: "chart/templates/a.yaml", line: 2, document: 2, rendered: true },
    { file: "helm template", line: 16, document: 5 },
  ]);
  expect(splitDocuments(renderOf(text)).value[0]?.source).toEqual({
    file: "standard input",
    line: 3,
    document: 1,
  });
});

test("a separator that is refused in what a template rendered has the rendered line", () => {
  const text = "---\n# Source: chart/templates/a.yaml\na: 1\n--- b: 2\n";
  const rendered = {
    ...renderOf(text),
    origins: [{ start: 0, file: "helm template", sourceComments: true }],
  };
  const [problem] = splitDocuments(rendered).findings;
  expect(problem?.source).toEqual({ file: "chart/templates/a.yaml", line: 2, document: 1, rendered: true });
  expect(problem?.args).toMatchObject({ line: 2, column: 1 });
});
