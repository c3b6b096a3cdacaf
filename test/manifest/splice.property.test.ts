import fc from "fast-check";
import { expect, test } from "vitest";
import { inject } from "../../src/manifest/inject.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { undoEdits } from "../../src/manifest/undo.ts";
import { runs } from "../runs.ts";
import { streams } from "./random-yaml.ts";
import { readStream } from "./render-of.ts";

const waveName = "argocd.argoproj.io/sync-wave";

function spliced(text: string, wave: number) {
  const stream = readStream(text);
  const moves = stream.manifests.map((manifest) => ({ manifest, wave }));
  const planned = planWaveEdits(stream.rendered, moves);
  return { ...stream, planned, ...inject(stream.rendered, planned.value.edits, [], []) };
}

test("splicing changes the wave of every object, nothing else, and can be undone", () => {
  fc.assert(
    fc.property(streams, fc.integer({ min: -1000, max: 1000 }), (text, wave) => {
      const before = spliced(text, wave);
      expect(before.findings.filter(({ code }) => code !== "duplicate-key")).toEqual([]);
      expect(before.planned.findings).toEqual([]);
      const after = readStream(before.text);
      const expected = before.manifests.map(({ value }) => {
        const copy = structuredClone(value) as { metadata: { annotations?: Record<string, string> | null } };
        copy.metadata.annotations = { ...copy.metadata.annotations, [waveName]: String(wave) };
        return copy;
      });
      expect(after.manifests.map(({ value }) => structuredClone(value))).toEqual(expected);
      expect(undoEdits(before.text, before.edits)).toBe(text);
    }),
    runs(150),
  );
});
