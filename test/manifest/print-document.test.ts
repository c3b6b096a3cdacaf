import fc from "fast-check";
import { expect, test } from "vitest";
import { printJson, printYaml } from "../../src/manifest/print-document.ts";
import { runs } from "../runs.ts";
import { comparable, readWithKubectl } from "./kubectl-reader.ts";
import { trickyKeys, trickyScalars } from "./random-yaml.ts";

test("what we print is read by Go exactly as it was given", async () => {
  const odd = [
    "a\u2028b\u0085c\ufeff",
    "tab\there",
    "two\nlines\n",
    " blanks ",
    "\u0001\u007f",
    "😀 é",
    "---",
    "- a",
    "#",
    "x".repeat(300),
  ];
  const texts = [...trickyScalars, ...trickyKeys, ...odd, ...odd.map((text) => `${text}: ${text}`)];
  const text = fc.oneof(fc.constantFrom(...texts), fc.string());
  const object = fc.record({
    apiVersion: fc.constant("v1"),
    kind: fc.constant("Probe"),
    metadata: fc.record({ name: fc.constant("a"), annotations: fc.dictionary(text, text) }),
    data: fc.array(fc.oneof(text, fc.dictionary(text, text), fc.integer(), fc.boolean(), fc.constant(null))),
  });
  const objects = fc.sample(object, runs(300)).map((value) => JSON.parse(JSON.stringify(value)));
  const expected = objects.map((value) => [comparable(value)]);
  expect(await readWithKubectl(objects.map(printYaml))).toEqual(expected);
  expect(await readWithKubectl(objects.map((value) => `---\n${printJson(value)}`))).toEqual(expected);
});

test("keys keep their order, words that only look like text are quoted, lines are not folded", () => {
  const long = "word ".repeat(40).trim();
  expect(printYaml({ z: "yes", a: "plain text", n: 1, e: {}, l: ["0644", "v1"], long })).toBe(
    `z: "yes"\na: plain text\n"n": 1\ne: {}\nl:\n  - "0644"\n  - v1\nlong: ${long}\n`,
  );
});
