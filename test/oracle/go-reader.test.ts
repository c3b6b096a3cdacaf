import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oddObject } from "../manifest/random-layout.ts";
import { streams } from "../manifest/random-yaml.ts";
import { runs } from "../runs.ts";
import { compareReadings, type Verdict } from "./compare-readings.ts";
import { GoReader } from "./go-reader.ts";
import { mutated } from "./mutations.ts";
import { shrink } from "./shrink.ts";
import { oddStreams } from "./yaml-soup.ts";

let go: GoReader;
beforeAll(async () => {
  go = await GoReader.start();
}, 600_000);
afterAll(() => go?.stop());

/** Why we may refuse what Argo CD accepts: it would drop something without a word, or change it on the way. */
const goodReasons: readonly RegExp[] = [
  /^not-an-object: /,
  /^yaml-broken: the document should end here/,
  /^yaml-broken: the document ends (here for Argo CD|with \.\.\. before)/,
  /^yaml-broken: two keys of different types become one text/,
  /^yaml-broken: a byte order mark \(U\+FEFF\) stands where/,
  /^yaml-broken: (a directive stands behind ---|the %YAML directive asks)/,
  /^yaml-broken: a key is null or a number beyond/,
  /^nesting-too-deep: /,
];

function isFault(verdict: Verdict): boolean {
  if (verdict.is === "only we refuse") return !goodReasons.some((reason) => reason.test(verdict.why));
  return verdict.is === "different" || verdict.is === "only Go refuses";
}

/** Compares all, and tells the first fault by the smallest text that still has one. */
async function expectNoFault(texts: readonly string[]): Promise<readonly Verdict[]> {
  const answers = await go.read(texts);
  const verdicts = texts.map((text, i) =>
    compareReadings(text, answers[i] ?? { refused: "nothing", by: "repo-server" }),
  );
  const found = verdicts.find(isFault);
  if (found === undefined) return verdicts;
  const smallest = await shrink(texts[verdicts.indexOf(found)] ?? "", async (candidates) => {
    const readings = await go.read(candidates);
    return candidates.map((text, i) => {
      const verdict = compareReadings(text, readings[i] ?? { refused: "nothing", by: "repo-server" });
      return verdict.is === found.is && isFault(verdict);
    });
  });
  const [reading = { refused: "nothing", by: "repo-server" } as const] = await go.read([smallest]);
  throw new Error(
    `${JSON.stringify(smallest)}: ${JSON.stringify(compareReadings(smallest, reading), null, 2)}`,
  );
}

function share(verdicts: readonly Verdict[], is: Verdict["is"]): number {
  return verdicts.filter((verdict) => verdict.is === is).length / verdicts.length;
}

/** The manifests of the cases and examples: what people write. */
function realManifests(): readonly string[] {
  const root = join(import.meta.dirname, "../..");
  const files = ["test/cases", "test/rejected", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(root, folder, file),
    ),
  );
  return files
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .filter((text) => text.length < 20_000 && /^apiVersion:/m.test(text) && !text.includes("{{"));
}

test("streams of everything that YAML 1.1 has are read as Argo CD reads them", async () => {
  const verdicts = await expectNoFault(fc.sample(oddStreams, runs(2000)));
  // The cases are worth something only as long as neither side refuses nearly all of them.
  expect(share(verdicts, "equal")).toBeGreaterThan(0.1);
  expect(share(verdicts, "only we refuse")).toBeLessThan(0.05);
}, 300_000);

test("objects laid out as only Go allows are read as Argo CD reads them", async () => {
  const verdicts = await expectNoFault(
    fc.sample(fc.oneof(streams, fc.nat(1000).chain(oddObject)), runs(600)),
  );
  expect(share(verdicts, "equal")).toBe(1);
}, 300_000);

test("a byte order mark anywhere in a document is read as Argo CD reads it, or refused", async () => {
  const head = "apiVersion: v1\nkind: Probe\nmetadata: {name: probe}\nspec: |\n  ";
  const marked = (lead: string, pad: string, length: number) =>
    `${lead}${head}${pad.repeat(length)}\ufeff\n  b\nc: 1\nd: 1\ne:\n  f: 1\n`;
  const texts = ["", "\ufeff"].flatMap((lead) =>
    ["x", "é", "a\r\n  "].flatMap((pad) =>
      Array.from({ length: 300 }, (_, i) => marked(lead, pad, 150 + i * 2)),
    ),
  );
  const verdicts = await expectNoFault(texts);
  expect(share(verdicts, "equal")).toBeGreaterThan(0.9);
}, 300_000);

test("real manifests are read as Argo CD reads them, and none is refused", async () => {
  const texts = realManifests();
  expect(texts.length).toBeGreaterThan(100);
  const verdicts = await expectNoFault(texts);
  const refused = verdicts
    .filter(({ is }) => is === "only we refuse")
    .map((verdict) => "why" in verdict && verdict.why);
  expect(refused.filter((why) => !String(why).startsWith("not-an-object"))).toEqual([]);
});

test("real manifests with a few characters or lines changed are read as Argo CD reads them", async () => {
  const verdicts = await expectNoFault(fc.sample(mutated(realManifests()), runs(1500)));
  expect(share(verdicts, "equal")).toBeGreaterThan(0.1);
}, 300_000);
