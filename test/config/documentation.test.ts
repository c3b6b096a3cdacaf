import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownKeys } from "../../src/config/known-keys.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { readWithPositions } from "../../src/manifest/read-with-positions.ts";
import { presets } from "../../src/signers/presets.ts";

const documentation = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
const example = /```yaml\n([\s\S]*?)```/.exec(documentation)?.[1] ?? "";
const { value } = readWithPositions(example);

it("shows an example that is a valid configuration, with a signer of each preset", () => {
  const { signers } = parseConfig(example, "docs/configuration.md", "operator");
  expect(signers.map(({ preset }) => preset).sort()).toEqual(knownPresets());
});

it("mentions every key in example and table", () => {
  const table = documentation.slice(documentation.indexOf("| key |"));
  const paths = [
    [],
    ["signers", 0],
    ["signers", 0, "readiness"],
    ["signers", 0, "policy"],
    ["signers", 0, "workload"],
    ["signers", 1],
    ["signers", 1, "policy"],
    ["signers", 1, "grants"],
    ["barrier"],
  ];
  for (const path of paths) {
    const keys = knownKeys(path, value);
    expect(keys, path.join(".")).not.toEqual([]);
    for (const key of keys) {
      expect(example, key).toContain(`${key}:`);
      if (key !== "apiVersion" && key !== "kind") {
        expect(table, key).toContain(key);
      }
    }
  }
});

function knownPresets(): readonly string[] {
  return Object.keys(presets).sort();
}
