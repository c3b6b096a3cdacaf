import fc from "fast-check";
import { expect, test } from "vitest";
import { toByteEdits } from "../../src/manifest/byte-edits.ts";
import { inject } from "../../src/manifest/inject.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { undoEdits } from "../../src/manifest/undo.ts";
import { runs } from "../runs.ts";
import { streams } from "./random-yaml.ts";
import { readStream } from "./render-of.ts";

const barrierLabel = "grantwave.dev/barrier";

function barrier(name: string) {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, labels: { [barrierLabel]: "true" } },
    spec: { note: "yes", mode: "0644", template: { args: ["--wait", "12:30:45"] } },
  };
}

function isBarrier(labels: unknown): boolean {
  return typeof labels === "object" && labels !== null && barrierLabel in labels;
}

/** What a run does to a stream: waves, two barriers at the end, those of an earlier run gone. */
function run(text: string) {
  const { rendered, documents, manifests } = readStream(text);
  const own = manifests.filter(({ value }) => isBarrier((value["metadata"] as { labels?: unknown }).labels));
  const moves = manifests
    .filter((manifest) => !own.includes(manifest))
    .map((manifest) => ({ manifest, wave: -3 }));
  const cut = documents.filter((document) => own.some((manifest) => manifest.document === document));
  const edits = planWaveEdits(rendered, moves).value.edits;
  return inject(rendered, edits, [barrier("one"), barrier("two")], cut);
}

/** The stream without our own documents. */
function withoutOwn(text: string): string {
  const { rendered, documents, manifests } = readStream(text);
  const own = manifests.filter(({ value }) => isBarrier((value["metadata"] as { labels?: unknown }).labels));
  const cut = documents.filter((document) => own.some((manifest) => manifest.document === document));
  return inject(rendered, [], [], cut).text;
}

test("a second run changes nothing, and undoing the first gives the renderer's text back", () => {
  fc.assert(
    fc.property(streams, (text) => {
      const first = run(text);
      expect(readStream(first.text).findings.filter(({ code }) => code !== "duplicate-key")).toEqual([]);
      expect(
        readStream(first.text)
          .manifests.slice(-2)
          .map(({ value }) => structuredClone(value)),
      ).toEqual([barrier("one"), barrier("two")]);
      expect(run(first.text).text).toBe(first.text);
      expect(undoEdits(withoutOwn(first.text), first.edits)).toBe(text);
    }),
    runs(80),
  );
});

test("undoing a second run gives the text of the first back, barriers included", () => {
  const first = run("apiVersion: v1\nkind: A\nmetadata: {name: a}").text;
  const second = run(first);
  expect(undoEdits(withoutOwn(second.text), second.edits)).toBe(first);
});

const endings: readonly [title: string, text: string, appended: string][] = [
  ["a last line without an end", "a: 1", "a: 1\n---\nb: 2\n"],
  ["a last separator", "a: 1\n---\n", "a: 1\n---\n---\nb: 2\n"],
  ["nothing at all", "", "---\nb: 2\n"],
  ["a single JSON object", '{"a": 1}', '{"a": 1}\n---\nb: 2\n'],
  ["several JSON objects", '{"a": 1}\n{"c": 3}', '{"a": 1}\n{"c": 3}\n{"b":2}\n'],
  ["JSON objects with separators", '{"a": 1}\n---\n{"c": 3}\n', '{"a": 1}\n---\n{"c": 3}\n---\nb: 2\n'],
];

for (const [title, text, appended] of endings) {
  test(`appends in the manner of the stream: behind ${title}`, () => {
    const { rendered } = readStream(text);
    const { text: result, edits } = inject(rendered, [], [{ b: 2 }], []);
    expect(result).toBe(appended);
    const newline = { start: text.length, removed: "", inserted: "\n" };
    expect(edits).toEqual(text === "" || text.endsWith("\n") ? [] : [newline]);
  });
}

test("cuts a document with its separator, wherever it stands", () => {
  const text = "kind: A\n---\nkind: B\n--- # why\nkind: C\n";
  const { rendered, documents } = readStream(text);
  const cut = (index: number) =>
    inject(
      rendered,
      [],
      [],
      documents.filter((document) => document.index === index),
    ).text;
  expect([cut(0), cut(1), cut(2)]).toEqual([
    "---\nkind: B\n--- # why\nkind: C\n",
    "kind: A\n--- # why\nkind: C\n",
    "kind: A\n---\nkind: B\n",
  ]);
});

test("byte edits name the bytes of UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(100)), (text, starts) => {
      const well = Buffer.from(text).toString();
      const edits = [...new Set(starts)]
        .sort((a, b) => a - b)
        .filter((start) => start <= well.length && isBoundary(well, start))
        .map((start) => ({ start, removed: "", inserted: "é" }));
      const bytes = Buffer.from(well);
      for (const [i, { offset }] of toByteEdits(well, edits).entries()) {
        expect(bytes.subarray(0, offset).toString()).toBe(well.slice(0, edits[i]?.start));
      }
    }),
    runs(100),
  );
});

function isBoundary(text: string, offset: number): boolean {
  return !/[\uDC00-\uDFFF]/.test(text.charAt(offset));
}
