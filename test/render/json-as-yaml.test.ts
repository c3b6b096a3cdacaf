import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonAsYaml } from "../../src/render/json-as-yaml.ts";
import { runs } from "../runs.ts";

it.each([
  ["a surrogate pair becomes its character", String.raw`{"a":"\ud83d\uDE00"}`, '{"a":"😀"}'],
  [
    "half a pair becomes what Go reads",
    String.raw`{"a":"\ud83d \ude00 \ud83d\ud83d\ude00"}`,
    String.raw`{"a":"\ufffd \ufffd \ufffd😀"}`,
  ],
  [
    "an escaped backslash begins no escape",
    String.raw`{"a":"\\ud83d\\/ \\\/"}`,
    String.raw`{"a":"\\ud83d\\/ \\/"}`,
  ],
  ["other escapes stay", String.raw`{"a":"\n\u0041\u2028\"\\"}`, String.raw`{"a":"\n\u0041\u2028\"\\"}`],
  [
    "control characters are escaped",
    '{"a":"\u007f\u0085\u2028\ufeff"}',
    String.raw`{"a":"\u007f\u0085\u2028\ufeff"}`,
  ],
  ["a colon joins its key", '{"a" \n : 1, "b"\t:{"c" :2}}', '{"a": 1, "b":{"c":2}}'],
  [
    "text that looks like a key stays",
    String.raw`{"a":" : ","b\" : \"":["x" , " :"]}`,
    String.raw`{"a":" : ","b\" : \"":["x" , " :"]}`,
  ],
  ["all else stays", '{\n\t"a": [1e3, true, null, "y"]\n}\n', '{\n\t"a": [1e3, true, null, "y"]\n}\n'],
])("%s", (_rule, json, expected) => {
  expect(jsonAsYaml(json)).toBe(expected);
});

it("means the same JSON for any JSON that holds whole characters", () => {
  const json = fc
    .jsonValue({ stringUnit: "grapheme" })
    .chain((value) =>
      fc.constantFrom(
        JSON.stringify(value),
        JSON.stringify(value, null, "\t"),
        escaped(JSON.stringify(value)),
      ),
    );
  fc.assert(
    fc.property(json, (text) => {
      expect(JSON.parse(jsonAsYaml(text))).toEqual(JSON.parse(text));
    }),
    runs(100),
  );
});

/** Every character beyond ASCII as escapes. */
function escaped(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
