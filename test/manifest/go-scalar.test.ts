import { expect, test } from "vitest";
import { keyText, resolvePlain } from "../../src/manifest/go-scalar.ts";

/** Key texts are what go.yaml.in/yaml/v2 v2.4.3 and sigs.k8s.io/yaml v1.6.0 were seen to make of these. */
const keys: readonly [text: string, type: string, key: string | undefined][] = [
  ["yes", "bool", "true"],
  ["OFF", "bool", "false"],
  ["yEs", "string", "yEs"],
  ["", "null", undefined],
  ["NULL", "null", undefined],
  ["nUll", "string", "nUll"],
  ["0644", "int", "420"],
  ["0o644", "int", "420"],
  ["-0x1F", "int", "-31"],
  ["+0b11", "int", "3"],
  ["0b-101", "int", "-5"],
  ["-0", "int", "0"],
  ["1__0", "int", "10"],
  ["9223372036854775807", "int", "9223372036854775807"],
  ["18446744073709551615", "int", undefined],
  ["18446744073709551616", "float", "1.8446744e+19"],
  ["0089", "float", "89"],
  ["1.0", "float", "1"],
  ["1e5", "float", "100000"],
  ["1e6", "float", "1e+06"],
  ["0.123456789", "float", "0.12345679"],
  ["0.00001", "float", "1e-05"],
  ["-0.0", "float", "-0"],
  ["3.4e39", "float", ".inf"],
  ["1e999", "string", "1e999"],
  [".5_0", "float", "0.5"],
  [".5__0", "string", ".5__0"],
  ["._5", "string", "._5"],
  [".inf", "float", ".inf"],
  ["-.Inf", "float", "-.inf"],
  [".NaN", "float", ".nan"],
  ["12:30:45", "string", "12:30:45"],
  ["2001-01-01", "string", "2001-01-01"],
  ["0x", "string", "0x"],
  ["1e", "string", "1e"],
  ["_1", "string", "_1"],
  ["<<", "string", "<<"],
  ["=", "string", "="],
];

for (const [text, type, key] of keys) {
  test(`${JSON.stringify(text)} is read as ${type} and as the key ${key ?? "that Go refuses"}`, () => {
    const scalar = resolvePlain(text);
    expect(scalar.type).toBe(type);
    expect(keyText(scalar)).toBe(key);
  });
}
