import { expect, test } from "vitest";
import { messageOf } from "../../src/findings/message.ts";
import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import { readStream, renderOf } from "./render-of.ts";

const item = (name: string) => `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "${name}"}}`;
const blockItem = (name: string, indent: string) =>
  `${indent}- apiVersion: v1\n${indent}  kind: Secret\n${indent}  metadata:\n${indent}    name: ${name}\n`;

const lists: readonly [title: string, text: string, lines: readonly number[]][] = [
  [
    "below its key",
    `apiVersion: v1\nitems:\n# two\n${blockItem("a", "")}${blockItem("b", "")}kind: List\nmore:\n- x\n`,
    [4, 8],
  ],
  [
    "indented, with blank lines and texts of dashes between",
    `apiVersion: v1\nkind: List\nitems:\n\n${blockItem("a", "  ")}    data: |\n      - x\n\n${blockItem("b", "  ")}`,
    [5, 12],
  ],
  [
    "where another list follows in the same column",
    `apiVersion: v1\nitems:\n${blockItem("a", "  ")}kind: List\nmore:\n  - x\n`,
    [3],
  ],
  [
    "where a quoted text goes on with a dash",
    `apiVersion: v1\nkind: List\nitems:\n${blockItem("a", "")}  note: "x\n- y"\n${blockItem("b", "")}`,
    [4, 10],
  ],
  ["in flow style", `apiVersion: v1\nkind: List\nitems: [\n  ${item("a")},\n\n  ${item("b")}]\n`, [4, 6]],
  ["as JSON", `{"kind": "List", "apiVersion": "v1",\n"items": [${item("a")},\n${item("b")}\n]}\n`, [2, 3]],
  [
    "that JSON gives twice",
    `{"kind": "List", "items": [1],\n"apiVersion": "v1", "items": [\n${item("a")}, ${item("b")}]}`,
    [3, 3],
  ],
  [
    "through an alias",
    `apiVersion: v1\nkind: List\nfirst: &first\n  ${item("a")}\nitems:\n- *first\n${blockItem("b", "")}`,
    [6, 7],
  ],
];

for (const [title, text, lines] of lists) {
  test(`an item of a list has its own line and the number of its document: ${title}`, () => {
    const { manifests } = readStream(`kind: A\napiVersion: v1\nmetadata: {name: first}\n---\n${text}`);
    expect(manifests.slice(1).map(({ source }) => source)).toEqual(
      lines.map((line) => ({ file: "standard input", line: line + 4, document: 2 })),
    );
  });
}

test("what is wrong in an item is told of that item", () => {
  const text = `apiVersion: v1\nkind: List\nitems:\n${blockItem("a", "")}- 1\n${blockItem("b", "")}    name: c\n`;
  expect(readStream(text).findings).toMatchObject([
    { code: "not-an-object", source: { line: 8 }, args: { found: "item 2 of its list is a number" } },
    { code: "duplicate-key", refs: [{ name: "c" }], source: { line: 13 }, args: { key: "name", line: 13 } },
  ]);
});

test("several keys that stand twice come in the order of the text", () => {
  const text =
    "apiVersion: v1\nkind: A\nmetadata: {name: a}\nspec:\n  b: 1\n  b: 2\nspec:\n  c: 1\n  c: 2\nmetadata: {name: b}\n";
  expect(readStream(text).findings.map(({ args }) => args)).toEqual([
    { key: "b", line: 6 },
    { key: "spec", line: 7 },
    { key: "c", line: 9 },
    { key: "metadata", line: 10 },
  ]);
});

const object = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n";

test("an annotation or label that is no string is told with its own line", () => {
  const text = `${object}  annotations:\n    a: b\n    c: 5\n  labels: {d: x,\n    y: 6}\n`;
  expect(readStream(text).findings).toMatchObject([
    { code: "annotation-not-string", source: { line: 7 }, args: { field: "annotations", key: "c" } },
    { code: "annotation-not-string", source: { line: 9 }, args: { field: "labels", key: "true" } },
  ]);
});

test("an annotation of an item of a list is told with its own line", () => {
  const text = `apiVersion: v1\nkind: List\nitems:\n${blockItem("a", "")}${blockItem("b", "")}    labels:\n      port: 80\n`;
  expect(readStream(text).findings).toMatchObject([
    { code: "annotation-not-string", refs: [{ name: "b" }], source: { line: 13 }, args: { key: "port" } },
  ]);
});

test("thousands of annotations that are no strings are told in time, the first of them with their lines", () => {
  const keys = Array.from({ length: 5000 }, (_, i) => `    k${i}: ${i}\n`).join("");
  const { findings } = readStream(`${object}  annotations:\n${keys}`);
  expect(findings).toHaveLength(5000);
  expect(findings[99]).toMatchObject({ source: { line: 105 }, args: { key: "k99" } });
  expect(findings[100]).toMatchObject({ source: { line: 1 }, args: { key: "k100" } });
});

test("annotations that are no mapping are not told to be put in quotes", () => {
  const [problem] = readStream(`${object}  annotations: hunter2\n`).findings;
  expect(problem).toMatchObject({
    code: "annotation-not-string",
    source: { line: 5 },
    args: { field: "annotations", key: null, found: "a text" },
  });
  const words = problem === undefined ? undefined : messageOf(problem);
  expect(words?.message).toContain("metadata.annotations that are a text and not a mapping");
  expect(words?.hint).toContain("as a mapping");
  expect(JSON.stringify(words)).not.toContain("hunter2");
});

test("in what a template rendered, lines count from its comment on", () => {
  const text = `---\n# Source: web/templates/a.yaml\n${object}---\n# Source: web/templates/look.yaml\n# by hand\n${object}  annotations:\n    a: 5\ndata: {a: b, a: c}\n---\n# Source: web/templates/look.yaml\na: b: c\n`;
  const rendered = {
    ...renderOf(text),
    origins: [{ start: 0, file: "helm template", sourceComments: true }],
  };
  const { value, findings } = readManifests(rendered, splitDocuments(rendered).value, {
    destinationNamespace: "target",
  });
  const look = { file: "web/templates/look.yaml", rendered: true };
  expect(value.map(({ source }) => source)).toEqual([
    { file: "web/templates/a.yaml", line: 1, document: 1, rendered: true },
    { ...look, line: 2, document: 1 },
  ]);
  expect(findings.map(({ code, source }) => ({ code, source }))).toEqual([
    { code: "duplicate-key", source: { ...look, line: 8, document: 1 } },
    { code: "yaml-broken", source: { ...look, line: 1, document: 2 } },
    { code: "annotation-not-string", source: { ...look, line: 7, document: 1 } },
  ]);
});

test("JSON that ends too early is refused at its end", () => {
  const text = '{\n  "apiVersion": "v1",\n  "kind": "ConfigMap",\n  "metadata": {"name": "a"';
  expect(readStream(text).findings).toMatchObject([{ code: "yaml-broken", source: { line: 4 } }]);
  expect(readStream(`${text},\n`).findings).toMatchObject([{ code: "yaml-broken", source: { line: 4 } }]);
});
