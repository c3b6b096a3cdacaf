import fc from "fast-check";
import { expect, test } from "vitest";
import { inject } from "../../src/manifest/inject.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { runs } from "../runs.ts";
import { comparable, type PlainObject, readWithKubectl } from "./kubectl-reader.ts";
import { streams } from "./random-yaml.ts";
import { readStream } from "./render-of.ts";

const waveName = "argocd.argoproj.io/sync-wave";

test("Go reads thousands of objects as we do, before and after a splice, but for the wave", async () => {
  const before = fc.sample(streams, runs(500));
  const read = before.map(readStream);
  const after = read.map(({ rendered, manifests }) => {
    const moves = manifests.map((manifest) => ({ manifest, wave: -7 }));
    return inject(rendered, planWaveEdits(rendered, moves).value.edits, [], []).text;
  });
  const [goBefore, goAfter] = await Promise.all([readWithKubectl(before), readWithKubectl(after)]);
  for (const [i, { manifests }] of read.entries()) {
    const objects = manifests.map(({ value }) => comparable(value));
    expect(goBefore[i], before[i]).toEqual(objects);
    const moved = objects.map((object) => ({
      ...object,
      metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [waveName]: "-7" } },
    }));
    expect(goAfter[i], after[i]).toEqual(moved);
  }
});

const words = "yes no on off y n true null ~ 1 0644 1e3 0x1F 12:30:45 1_000 0o644 = << .5 2001-01-01".split(
  " ",
);
const quoted = (indent: string) => words.map((word) => `${indent}"${word}": '${word}'\n`).join("");
const listed = words.map((word) => `- name: ${JSON.stringify(word)}\n    value: "${word}"\n  `).join("");

const kept: readonly [title: string, text: string][] = [
  [
    "quoted words keep their quotes, as values and as keys",
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: words\n  labels:\n${quoted("    ")}  annotations:\n${quoted("    ")}data:\n${quoted("  ")}env:\n  ${listed}\n`,
  ],
  [
    "file modes stay octal, in workloads, lists and custom resources",
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: web}\n  spec: {template: {spec: {volumes: [{name: a, configMap: {name: c, defaultMode: 0644}}]}}}\n- apiVersion: example.com/v1\n  kind: Probe\n  metadata: {name: probe}\n  spec: {a: 0o400, b: 420, c: 0400, d: '0644'}\n",
  ],
  [
    "numbers that are digests, versions and times keep their text",
    "apiVersion: example.com/v1\nkind: Probe\nmetadata:\n  name: probe\nspec:\n  rev: 1234567e8\n  sha: 72225e2\n  t: 12:30:45\n  d: 2001-01-01\n  v: 1.0\n  p: +5\n  z: 0089\n",
  ],
];

for (const [title, text] of kept) {
  test(`Go finds nothing but a wave changed: ${title}`, async () => {
    const { rendered, manifests } = readStream(text);
    const edits = planWaveEdits(
      rendered,
      manifests.map((manifest) => ({ manifest, wave: 12 })),
    ).value.edits;
    const after = inject(rendered, edits, [], []).text;
    const [goBefore, goAfter] = await readWithKubectl([text, after]);
    expect(goBefore).toEqual(manifests.map(({ value }) => comparable(value)));
    expect(goAfter?.map(({ metadata }) => metadata.annotations?.[waveName])).toEqual(
      manifests.map(() => "12"),
    );
    expect(goAfter?.map(withoutWave)).toEqual(goBefore);
  });
}

function withoutWave(object: PlainObject): PlainObject {
  const { [waveName]: _, ...annotations } = object.metadata.annotations ?? {};
  return { ...object, metadata: { ...object.metadata, annotations } };
}
