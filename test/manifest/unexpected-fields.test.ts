import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/findings/finding.ts";
import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import { renderOf } from "./render-of.ts";

function unexpectedIn(text: string): readonly Finding[] {
  const rendered = renderOf(text);
  const { value } = splitDocuments(rendered);
  return readManifests(rendered, value, { destinationNamespace: "web" }).findings.filter(
    ({ code }) => code === "unexpected-field",
  );
}

const keysIn = (text: string) =>
  unexpectedIn(text)
    .map(({ args }) => args as { key: string; line: number })
    .map(({ key, line }) => [key, line]);

const map = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n";
const custom = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\n";

describe("words of a tool that read as a key of an object", () => {
  it.each([
    ["before the first document", `WARNING: old\n${map}`, [["WARNING", 1]]],
    ["after the last one", `${map}---\n${custom}Done: ok\n`, [["Done", 12]]],
    ["with the place in a tool's sources", `${custom}walk.go:74: found a link\n`, [["walk.go:74", 5]]],
    ["in small letters, where the fields of a kind are known", `${map}warning: old\n`, [["warning", 7]]],
    ["in quotes", `${map}"Level: info": x\n`, [["Level: info", 7]]],
    ["behind a list", `apiVersion: v1\nkind: List\nitems: []\nDone: ok\n`, [["Done", 4]]],
  ])("are found %s", (_where, text, expected) => {
    expect(keysIn(text)).toEqual(expected);
  });

  it("are told with the command and the object that they became a part of", () => {
    expect(unexpectedIn(`${map}Done: ok\n`)).toMatchObject([
      {
        refs: [{ group: "", kind: "ConfigMap", namespace: "web", name: "a" }],
        source: { line: 7 },
        args: { key: "Done", line: 7, command: renderOf("").renderer.command },
      },
    ]);
  });

  it("are not mistaken for what stands deeper in an object, or for the fields of a custom resource", () => {
    expect(keysIn(map.replace("key: value", "WARNING: old\n  Done: |\n    Done: ok"))).toEqual([]);
    expect(keysIn(`${custom}warning: { Level: 3 }\nparams2: x\n`)).toEqual([]);
  });

  it("are counted to a bound", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `Line${index}: x\n`);
    expect(keysIn(map + lines.join("")).length).toBeLessThan(10);
  });
});
