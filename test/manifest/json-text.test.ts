import { expect, test } from "vitest";
import { jsonText } from "../../src/manifest/json-text.ts";
import type { JsonValue } from "../../src/manifest/manifest.ts";

test("JSON has all digits of a whole number, at any depth", () => {
  const value: JsonValue = { a: [2n ** 63n - 1n, { b: -(2n ** 63n) }], c: 1.5 };
  expect(jsonText(value)).toBe('{"a":[9223372036854775807,{"b":-9223372036854775808}],"c":1.5}');
});

test("without such numbers it is what JSON.stringify writes", () => {
  const value = { 'k"': ["é\u2028\n", null, true, 1e21, {}, []], left: undefined };
  expect(jsonText(value)).toBe(JSON.stringify(value));
});
