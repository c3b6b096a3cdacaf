import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../src/manifest/apply-edits.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { runs } from "../runs.ts";
import { documents } from "./random-yaml.ts";
import { readStream } from "./render-of.ts";

/** Each document of a stream after its objects were moved to the wave that their name stands for. */
function splicedDocuments(texts: readonly string[]): readonly string[] {
  const text = texts.map((one) => `---\n${one}`).join("");
  const { rendered, manifests } = readStream(text);
  const moves = manifests.map((manifest) => ({
    manifest,
    wave: Number(manifest.ref.name.replace("object-", "")),
  }));
  const spliced = applyEdits(text, planWaveEdits(rendered, moves).value.edits);
  return spliced.split(/^---\n(?=apiVersion|# head|\n|\{)/m).slice(1);
}

test("the order of the documents changes nothing but the order of the answers", () => {
  fc.assert(
    fc.property(
      documents.filter((list) => list.every((text) => !text.startsWith("{"))),
      (list) => {
        const forward = splicedDocuments(list);
        expect(forward).toHaveLength(list.length);
        expect(splicedDocuments([...list].reverse())).toEqual([...forward].reverse());
      },
    ),
    runs(100),
  );
});
