import { expect, test } from "vitest";
import { findDuplicates } from "../../src/manifest/duplicates.ts";
import { readStream } from "./render-of.ts";

const configMap = (name: string, value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {${name}}\ndata: {v: ${value}}\n`;

test("of several objects with one identity the last counts, and the others are warnings that name it", () => {
  const { manifests } = readStream(
    [
      configMap("name: a", "one"),
      configMap("name: b", "two"),
      configMap("name: a, namespace: target", "three"),
    ].join("---\n"),
  );
  const { value, findings } = findDuplicates(manifests);
  expect(value).toEqual([manifests[1], manifests[2]]);
  expect(findings).toEqual([
    {
      code: "duplicate-identity",
      refs: [manifests[0]?.ref],
      source: manifests[0]?.source,
      args: { kept: manifests[2]?.source },
    },
  ]);
});

test("another version of the same group is the same object, another group is not", () => {
  const role = (apiVersion: string) => `apiVersion: ${apiVersion}\nkind: Probe\nmetadata: {name: a}\n`;
  const { manifests } = readStream(
    [role("one.example.com/v1"), role("one.example.com/v2"), role("two.example.com/v1")].join("---\n"),
  );
  expect(findDuplicates(manifests).value).toEqual([manifests[1], manifests[2]]);
});

test("objects that get their names from the API server are never the same", () => {
  const { manifests } = readStream(
    [configMap("generateName: a-", "1"), configMap("generateName: a-", "2")].join("---\n"),
  );
  expect(findDuplicates(manifests)).toEqual({ value: manifests, findings: [] });
});
