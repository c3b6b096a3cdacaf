import { describe, expect, it } from "vitest";
import { mayHaveCollectionKeys } from "../../src/manifest/flow-keys.ts";
import { readText } from "../../src/manifest/read-text.ts";
import { isRefusal } from "../../src/manifest/refusal.ts";

describe("collections in the place of keys", () => {
  it.each([
    "a: {{ .Values.x }}",
    "a: {[b]}",
    "a: {[b]: c}",
    "a: {b: 1, [c]}",
    "a: {b: 1, {c: d}: e}",
    "{{a: b}: c}",
  ])("are refused, as Go refuses them: %s", (text) => {
    expect(mayHaveCollectionKeys(text)).toBe(true);
    expect(isRefusal(readText(text))).toBe(true);
  });

  it.each([
    ["a: [{b: c}, {d: e}]", { a: [{ b: "c" }, { d: "e" }] }],
    ['{"a": {"b": [{"c": 1}, [2]]}, "d": []}', { a: { b: [{ c: 1 }, [2]] }, d: [] }],
    ["a: {b: {c: [d]}}", { a: { b: { c: ["d"] } } }],
  ])("are not what other collections are taken for: %s", (text, value) => {
    expect(mayHaveCollectionKeys(text)).toBe(false);
    const reading = readText(text);
    expect(isRefusal(reading) ? undefined : structuredClone(reading.value)).toEqual(value);
  });

  it("may be seen where there are none, which the exact reader finds out", () => {
    const text = "a: 'x {, [y'\nb: c, [d\n";
    const reading = readText(text);
    expect(isRefusal(reading) ? undefined : structuredClone(reading.value)).toEqual({
      a: "x {, [y",
      b: "c, [d",
    });
  });

  it("are looked for in linear time", () => {
    expect(mayHaveCollectionKeys(`a: [${"[,".repeat(500_000)}`)).toBe(false);
    expect(mayHaveCollectionKeys(`a: {,${" ".repeat(2_000_000)}x [`)).toBe(false);
  });
});
