import fc from "fast-check";
import { expect, test } from "vitest";
import { inject } from "../../src/manifest/inject.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { comparable, readWithKubectl } from "./kubectl-reader.ts";
import { streams } from "./random-yaml.ts";
import { readStream } from "./render-of.ts";

const waveName = "argocd.argoproj.io/sync-wave";
/** Always the same ones: what Go reads cannot change from run to run. */
const samples = { numRuns: 500, seed: 11 };

test("Go reads thousands of objects as we do, before and after a splice, but for the wave", async () => {
  const before = fc.sample(streams, samples);
  const read = before.map(readStream);
  const after = read.map(({ rendered, manifests }) => {
    const moves = manifests.map((manifest) => ({ manifest, wave: -7 }));
    return inject(rendered, planWaveEdits(rendered, moves).value, [], []).text;
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
