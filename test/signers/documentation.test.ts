import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { matchRequesters } from "../../src/signers/match.ts";
import { presets } from "../../src/signers/presets.ts";
import { readSigners } from "../../src/signers/read-signers.ts";
import { readYaml } from "../requests/read-yaml.ts";
import { requester } from "./policies.ts";

const read = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
const guide = read("adding-a-signer.md");
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

/** The tables of answers, cell by cell, without the quotes of Markdown. */
const tables = guide
  .split("| namespace | account | key type | DNS names asked for | answer |\n")
  .slice(1)
  .map((text) => (/^(?:\|.*\n)+/.exec(text)?.[0] ?? "").split("\n").slice(1, -1).map(cellsOf));

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));
}

describe.each([
  ["a custom resource", 0],
  ["a policy as text", 1],
])("the worked example of %s in docs/adding-a-signer.md", (_name, example) => {
  const [policy = "", config = ""] = blocks.slice(example * 2);
  const { signers } = parseConfig(config, "docs/adding-a-signer.md", "operator");

  it.each(tables[example] ?? [])(
    "%s/%s with %s and names “%s”: %s",
    (namespace, account, keyType, names, answer) => {
      const reading = readSigners(signers, readYaml(policy, "mesh-system"));
      expect(reading.findings).toEqual([]);
      const asked = requester({
        signerName: "mesh.example.org/identity",
        namespace: namespace ?? "",
        serviceAccountName: account ?? "",
        keyType: keyType ?? "",
        userAnnotations: names === "" ? {} : { "mesh.example.org/dns-names": names ?? "" },
      });
      const [matched] = matchRequesters([asked], reading.value).value;
      expect(
        matched?.status === "granted"
          ? `granted by ${matched.grant?.path}`
          : `denied: ${matched?.denial?.reason}`,
      ).toBe(answer);
    },
  );
});

it("both examples are there with a table each", () => {
  expect(blocks).toHaveLength(4);
  expect(tables.map((rows) => rows.length)).toEqual([8, 3]);
});

it("docs/signers.md tells of every preset", () => {
  for (const preset of Object.keys(presets)) expect(read("signers.md")).toContain(`\n## ${preset}\n`);
});
