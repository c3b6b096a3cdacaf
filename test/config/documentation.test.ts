import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownKeys } from "../../src/config/known-keys.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

const documentation = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
const example = /```yaml\n([\s\S]*?)```/.exec(documentation)?.[1] ?? "";

it("shows an example that is a valid configuration", () => {
  expect(parseConfig(example, "docs/configuration.md", "operator").signers).toHaveLength(1);
});

it("mentions every key in example and table", () => {
  const table = documentation.slice(documentation.indexOf("| key |"));
  const paths = [
    [],
    ["signers", 0],
    ["signers", 0, "readiness"],
    ["signers", 0, "policy"],
    ["signers", 0, "workload"],
  ];
  for (const key of [...paths, ["barrier"]].flatMap(knownKeys)) {
    expect(example, key).toContain(`${key}:`);
    if (key !== "apiVersion" && key !== "kind") {
      expect(table, key).toContain(key);
    }
  }
});
