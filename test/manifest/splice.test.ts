import { expect, test } from "vitest";
import { applyEdits } from "../../src/manifest/apply-edits.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { readStream } from "./render-of.ts";

const wave = "argocd.argoproj.io/sync-wave";

/** The stream with every object that has one of the names moved to wave 7. */
function moved(text: string, ...names: readonly string[]) {
  const { rendered, manifests } = readStream(text);
  const moves = manifests
    .filter(({ ref }) => names.includes(ref.name))
    .map((manifest) => ({ manifest, wave: 7 }));
  expect(moves).not.toEqual([]);
  const { value, findings } = planWaveEdits(rendered, moves);
  return { text: applyEdits(text, value.edits), findings };
}

const head = "apiVersion: v1\nkind: ConfigMap\n";

const metadataCases: readonly [title: string, before: string, after: string][] = [
  ["a plain wave", `  annotations:\n    ${wave}: 5\n`, `  annotations:\n    ${wave}: "7"\n`],
  [
    "a single-quoted wave",
    `  annotations:\n    ${wave}: '5' # why\n`,
    `  annotations:\n    ${wave}: "7" # why\n`,
  ],
  ["a wave behind a tab", `  annotations:\n    ${wave}:\t"5"\n`, `  annotations:\n    ${wave}:\t"7"\n`],
  [
    "a wave in a block scalar",
    `  annotations:\n    ${wave}: |-\n      5\n    a: b\n`,
    `  annotations:\n    ${wave}: "7"\n    a: b\n`,
  ],
  ["a wave with a tag", `  annotations:\n    ${wave}: !!str 5\n`, `  annotations:\n    ${wave}: !!str "7"\n`],
  [
    "a wave with an anchor of its own",
    `  annotations:\n    ${wave}: &w "5"\n`,
    `  annotations:\n    ${wave}: &w "7"\n`,
  ],
  [
    "a wave that is an alias",
    `  annotations:\n    a: &a "5"\n    ${wave}: *a\n`,
    `  annotations:\n    a: &a "5"\n    ${wave}: "7"\n`,
  ],
  [
    "a wave under an explicit key",
    `  annotations:\n    ? ${wave}\n    : "5"\n`,
    `  annotations:\n    ? ${wave}\n    : "7"\n`,
  ],
  [
    "the later of two waves",
    `  annotations:\n    ${wave}: "1"\n    ${wave}: "2"\n`,
    `  annotations:\n    ${wave}: "1"\n    ${wave}: "7"\n`,
  ],
  [
    "the later of two annotations",
    `  annotations:\n    ${wave}: "1"\n  annotations:\n    a: b\n`,
    `  annotations:\n    ${wave}: "1"\n  annotations:\n    ${wave}: "7"\n    a: b\n`,
  ],
  [
    "annotations without a wave, with the comment above them",
    "  annotations:\n    # which\n    a: b\n",
    `  annotations:\n    # which\n    ${wave}: "7"\n    a: b\n`,
  ],
  ["annotations in flow style", "  annotations: {a: b}\n", `  annotations: {"${wave}": "7", a: b}\n`],
  ["empty annotations", "  annotations: {} # none\n", `  annotations: {"${wave}": "7"} # none\n`],
  ["annotations that are null", "  annotations: ~\n", `  annotations: {"${wave}": "7"}\n`],
  [
    "annotations with nothing behind the colon",
    "  annotations: # none\n",
    `  annotations: {"${wave}": "7"} # none\n`,
  ],
  [
    "a merge that would win is followed by the wave",
    `  annotations:\n    ${wave}: "1"\n    <<: {${wave}: "2"}\n    a: b\n`,
    `  annotations:\n    ${wave}: "1"\n    <<: {${wave}: "2"}\n    ${wave}: "7"\n    a: b\n`,
  ],
  [
    "a merge at the end",
    "  annotations:\n    <<: {a: b}\n",
    `  annotations:\n    <<: {a: b}\n    ${wave}: "7"\n`,
  ],
];

for (const [title, before, after] of metadataCases) {
  test(`sets ${title}`, () => {
    expect(moved(`${head}metadata:\n  name: a\n${before}data:\n  x: 0644\n`, "a")).toEqual({
      text: `${head}metadata:\n  name: a\n${after}data:\n  x: 0644\n`,
      findings: [],
    });
  });
}

test("adds annotations where there are none, in the line ends of the document", () => {
  expect(moved("apiVersion: v1\r\nkind: A\r\nmetadata:\r\n    name: a", "a").text).toBe(
    `apiVersion: v1\r\nkind: A\r\nmetadata:\r\n    annotations:\r\n      ${wave}: "7"\r\n    name: a`,
  );
});

test("adds annotations in flow style and in JSON", () => {
  expect(moved("apiVersion: v1\nkind: A\nmetadata: {name: a}\n", "a").text).toBe(
    `apiVersion: v1\nkind: A\nmetadata: {"annotations": {"${wave}": "7"}, name: a}\n`,
  );
  expect(
    moved('\ufeff{"apiVersion":"v1","kind":"A","metadata":{"name":"a","annotations":{"a":"b"}}}', "a").text,
  ).toBe(
    `\ufeff{"apiVersion":"v1","kind":"A","metadata":{"name":"a","annotations":{"${wave}": "7", "a":"b"}}}`,
  );
});

test("moves an object whose flow collections are indented as only YAML 1.1 allows", () => {
  const rest = "data: {\n\ta: b,\n}\nbinaryData: &unused {\n}\n";
  expect(moved(`${head}metadata: {\n\tname: a\n}\n${rest}`, "a")).toEqual({
    text: `${head}metadata: {"annotations": {"${wave}": "7"},\n\tname: a\n}\n${rest}`,
    findings: [],
  });
});

test("moves single items of a list, whatever their style", () => {
  const text = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: A\n  metadata:\n    name: a\n- {apiVersion: v1, kind: A, metadata: {name: b}}\n- metadata: {name: c}\n  apiVersion: v1\n  kind: A\n`;
  const items = [
    `    annotations:\n      ${wave}: "7"\n    name: a\n- {apiVersion: v1, kind: A, metadata: {"annotations": {"${wave}": "7"}, name: b}}\n`,
  ];
  expect(moved(text, "a", "b").text).toBe(
    `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: A\n  metadata:\n${items[0]}- metadata: {name: c}\n  apiVersion: v1\n  kind: A\n`,
  );
});

test("moves five hundred items of one list at once", () => {
  const item = (i: number, annotations: string) =>
    `- apiVersion: v1\n  kind: A\n  metadata:\n${annotations}    name: a${i}\n`;
  const list = (annotations: string) =>
    `apiVersion: v1\nkind: List\nitems:\n${Array.from({ length: 500 }, (_, i) => item(i, annotations)).join("")}`;
  const names = Array.from({ length: 500 }, (_, i) => `a${i}`);
  expect(moved(list(""), ...names)).toEqual({
    text: list(`    annotations:\n      ${wave}: "7"\n`),
    findings: [],
  });
});

const item = (name: string, annotations: string) =>
  `- apiVersion: v1\n  kind: A\n  metadata:\n    name: ${name}\n    annotations: ${annotations}\n`;
const list = (...items: readonly string[]) => `apiVersion: v1\nkind: List\nitems:\n${items.join("")}`;
const metadataCase = (...lines: readonly string[]) => `${head}${lines.map((line) => `${line}\n`).join("")}`;

const impossible: readonly [title: string, text: string, name: string, reason: string][] = [
  [
    "annotations that are an alias",
    list(item("a", "&shared {x: y}"), item("b", "*shared")),
    "b",
    "an alias (*shared) stands in the place of its annotations",
  ],
  [
    "annotations that another object uses",
    list(item("a", "&shared {x: y}"), item("b", "*shared")),
    "a",
    "an alias elsewhere uses its annotations through the anchor &shared",
  ],
  [
    "a wave that another annotation uses",
    metadataCase("metadata:", "  name: a", "  annotations:", `    ${wave}: &w "5"`, "    other: *w"),
    "a",
    "an alias elsewhere uses its wave",
  ],
  [
    "metadata out of a merge",
    metadataCase("base: &base {metadata: {name: a}}", "<<: *base"),
    "a",
    "its metadata comes out of a merge key <<",
  ],
  [
    "annotations out of a merge",
    metadataCase("metadata:", "  name: a", "  <<: {annotations: {x: y}}"),
    "a",
    "its annotations come out of a merge key <<",
  ],
];

for (const [title, text, name, reason] of impossible) {
  test(`never skips in silence: ${title}`, () => {
    const result = moved(text, name);
    expect(result.text).toBe(text);
    expect(result.findings).toMatchObject([
      { code: "splice-impossible", refs: [{ name }], args: { reason } },
    ]);
  });
}

test("an impossible splice leaves the others of its document alone", () => {
  const text = list(item("a", "&shared {x: y}"), item("b", "*shared"), item("c", "{x: y}"));
  const result = moved(text, "b", "c");
  expect(result.text).toBe(
    list(item("a", "&shared {x: y}"), item("b", "*shared"), item("c", `{"${wave}": "7", x: y}`)),
  );
  expect(result.findings).toMatchObject([{ code: "splice-impossible", refs: [{ name: "b" }] }]);
});

test("long lines, folded text and odd blanks stay as they are", () => {
  const data = `data:\n  long: "${"x".repeat(4096)}"\n  url: 'https://example.com/${"y/".repeat(150)}'\n  folded: >\n    one\n\n\n    two  \n  odd: "a\u00a0b\\u00a0\\u2028"\n  script: |\n    set -e\t\n    echo  done\n`;
  const result = moved(`${head}metadata:\n  name: a\n  annotations: {a: b}\n${data}`, "a");
  expect(result.text).toBe(`${head}metadata:\n  name: a\n  annotations: {"${wave}": "7", a: b}\n${data}`);
});
