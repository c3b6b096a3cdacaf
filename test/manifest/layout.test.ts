import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inject } from "../../src/manifest/inject.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { undoEdits } from "../../src/manifest/undo.ts";
import { runs } from "../runs.ts";
import { comparable, type PlainObject, readWithKubectl } from "./kubectl-reader.ts";
import { oddObject } from "./random-layout.ts";
import { readStream } from "./render-of.ts";

const waveName = "argocd.argoproj.io/sync-wave";

/** The values that must not depend on what else stands in the document. */
const layouts: readonly [title: string, spec: string, value: unknown][] = [
  ["a double-quoted text that goes on at the margin", 'v: "a\nb"', "a b"],
  ["a single-quoted text that goes on at the margin", "v: 'a\n\nb'", "a\nb"],
  ["a quoted text whose last line is its quote", 'v: "a\n"', "a "],
  ["a quoted text that goes on with what looks like an item", 'v: "a\n- b: c"', "a - b: c"],
  ["quoted text in an item", 'v:\n  - "a\nb"', ["a b"]],
  ["a backslash at the end of a line", 'v: "a\\\nb"', "ab"],
  ["empty lines behind a backslash", 'v: "a\\\n\n\n  b"', "a\n\nb"],
  ["brackets that close at the margin", "v: [a,\nb\n]", ["a", "b"]],
  ["braces over lines that begin anywhere", "v: {a: b,\n c: [\nd]\n}", { a: "b", c: ["d"] }],
  ["a plain text over two lines in brackets", "v: [a\nb]", ["a b"]],
  ["a comment at the margin in brackets", "v: [a,\n# why\nb]", ["a", "b"]],
  ["dashes that are text", "v: [-, {a: -}]", ["-", { a: "-" }]],
  ["an item that holds an empty item", "v:\n  - -\n  - b", [[null], "b"]],
  ["a next line in quotes, which is a fold", 'v: "a\u0085b"', "a b"],
  ["a lone carriage return in quotes, which is a fold", 'v: "a\rb"', "a b"],
  ["a line separator in double quotes, which stays", 'v: "a \u2028 b"', "a\u2028b"],
  ["a paragraph separator in single quotes, which stays", "v: 'a\u2029b'", "a\u2029b"],
  ["separators with line feeds around them", "v: 'a\n\u2028\n\u2029b'", "a\u2028\n\u2029b"],
  ["a line separator in a plain text", "v: a\u2028    b", "a\u2028b"],
  ["a line separator in a literal block", "v: |\n    a\u2028    b\n    c", "a\u2028b\nc\n"],
  ["a line separator in a folded block", "v: >-\n    a\n    b\u2028    c", "a b\u2028c"],
  ["a separator between tokens", "v: [a,\u2028b]", ["a", "b"]],
];

const elsewhere: readonly [title: string, text: string][] = [
  ["nothing else of note", ""],
  ["an alias", "  one: &one 1\n  other: *one\n"],
  ["a tag", "  one: !!str 1\n"],
  ["a key given twice", "  one: 1\n  one: 2\n"],
];

function objectWith(spec: string, rest: string): string {
  return `apiVersion: example.com/v1\nkind: Probe\nmetadata:\n  name: probe\nspec:\n  ${spec}\n${rest}`;
}

/** The stream with all its objects in wave -7. */
function moved(text: string): { readonly text: string; readonly findings: readonly unknown[] } {
  const { rendered, manifests } = readStream(text);
  const { value, findings } = planWaveEdits(
    rendered,
    manifests.map((manifest) => ({ manifest, wave: -7 })),
  );
  const result = inject(rendered, value.edits, [], []);
  expect(undoEdits(result.text, result.edits)).toBe(text);
  return { text: result.text, findings };
}

function withWave(object: PlainObject): PlainObject {
  const annotations = { ...object.metadata.annotations, [waveName]: "-7" };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

describe.each(layouts)("%s", (_, spec, value) => {
  test.each(elsewhere)("is read and moved beside %s", (_, rest) => {
    const text = objectWith(spec, rest);
    const { manifests, findings } = readStream(text);
    expect(findings.filter(({ code }) => code !== "duplicate-key")).toEqual([]);
    expect(comparable(manifests[0]?.value)).toMatchObject({ spec: { v: value } });
    const wave = `metadata:\n  annotations:\n    ${waveName}: "-7"\n`;
    expect(moved(text)).toEqual({ text: text.replace("metadata:\n", wave), findings: [] });
  });
});

test("Go reads these layouts as we do, before and after a splice", async () => {
  const before = layouts.flatMap(([, spec]) => elsewhere.map(([, rest]) => objectWith(spec, rest)));
  const ours = before.map((text) => readStream(text).manifests.map(({ value }) => comparable(value)));
  expect(await readWithKubectl(before)).toEqual(ours);
  const after = await readWithKubectl(before.map((text) => moved(text).text));
  expect(after).toEqual(ours.map((objects) => objects.map(withWave)));
});

test("Go reads hundreds of odd layouts as we do, before and after a splice", async () => {
  const before = fc.sample(fc.nat(1000).chain(oddObject), runs(300));
  const ours = before.map((text) => readStream(text).manifests.map(({ value }) => comparable(value)));
  const go = await readWithKubectl(before);
  for (const [i, text] of before.entries()) expect(ours[i], JSON.stringify(text)).toEqual(go[i]);
  const planned = before.map(moved);
  expect(planned.flatMap(({ findings }) => findings)).toEqual([]);
  const after = await readWithKubectl(planned.map(({ text }) => text));
  expect(after).toEqual(ours.map((objects) => objects.map(withWave)));
});

const refused: readonly [title: string, spec: string, line: number, column: number][] = [
  ["NUL", 'v: "a\u0000b"', 6, 8],
  ["a control character in a comment", "v: 1 # \u0001", 6, 10],
  ["a bell in a literal block", "v: |\n    a\n    \u0007", 8, 5],
  ["a vertical tab in a plain text", "v: a\u000bb", 6, 7],
  ["DEL in a key", "v\u007f: a", 6, 4],
  ["a C1 control character", "v: 'a\u009bb'", 6, 8],
  ["what is no character", "v: 'a\ufffeb'", 6, 8],
];

for (const [title, spec, line, column] of refused) {
  test(`is refused with its place, as Go does: ${title}`, () => {
    const { manifests, findings } = readStream(objectWith(spec, ""));
    expect(manifests).toEqual([]);
    expect(findings).toMatchObject([
      {
        code: "yaml-broken",
        source: { line },
        args: { line, column, detail: expect.stringContaining("a control character stands here") },
      },
    ]);
  });
}

test("Go refuses each of these control characters too", async () => {
  for (const [title, spec] of refused) {
    await expect(readWithKubectl([objectWith(spec, "")]), title).rejects.toThrow(/control characters/);
  }
});

test("a tab that stands for indentation behind a plain text is refused, as Go does", async () => {
  const text = objectWith("v: [a\n\tb]", "  one: !!str 1\n");
  expect(readStream(text).findings).toMatchObject([{ code: "yaml-broken", args: { line: 7, column: 1 } }]);
  await expect(readWithKubectl([text])).rejects.toThrow(/tab character/);
});

test.each([
  ["brackets", `[\n${"x,\n".repeat(200_000)}]`],
  ["a quoted text", `"x\n${"x\n".repeat(200_000)}"`],
])("lines that begin left of where they stand are read in time, however many: %s", (_, value) => {
  const text = objectWith("v:", `${" ".repeat(20_000)}k: ${value}\n  one: !!str 1\n`);
  const { manifests, findings } = readStream(text);
  expect(findings).toEqual([]);
  expect(manifests[0]?.value["spec"]).toMatchObject({ one: "1" });
});
