import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readinessMethods } from "../../src/barrier/readiness/methods.ts";
import { waitExitCodes } from "../../src/barrier/wait-exit-codes.ts";
import { Readiness } from "../../src/config/config.ts";
import { isObject, type JsonObject } from "../../src/manifest/manifest.ts";
import { readWithPositions } from "../../src/manifest/read-with-positions.ts";
import { methodNames } from "./signers-by-method.ts";

const barrier = readFileSync(new URL("../../docs/barrier.md", import.meta.url), "utf8");
const configuration = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");

/** The readiness that each section shows, as a person wrote it. */
const shown = [...barrier.matchAll(/### (\w+)\n\n```yaml\nreadiness: (.*)\n```/g)].map(([, title, text]) => {
  const { value } = readWithPositions(text ?? "");
  return { title, readiness: isObject(value) ? value : {} };
});

describe("docs/barrier.md", () => {
  it("has a section with a valid example for each method, and every key in it", () => {
    expect(shown.map(({ title }) => title).sort()).toEqual([...methodNames].sort());
    for (const { title, readiness } of shown) {
      const parsed = Readiness.parse(readiness);
      expect(parsed.method).toBe(title);
      expect(keysOf(readiness)).toEqual(keysOf(parsed));
    }
  });

  it("gives each method in its table the grade that the plan shows", () => {
    for (const { name, grade } of Object.values(readinessMethods)) {
      expect(barrier).toMatch(new RegExp(`^\\|[^|]*\\| \`${name}\` \\| ${grade} \\|`, "m"));
    }
  });

  it("explains every exit code of grantwave wait", () => {
    const rows = [...barrier.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(rows).toEqual(Object.values(waitExitCodes));
  });
});

describe("the table of readiness in docs/configuration.md", () => {
  const table = configuration.slice(configuration.indexOf("## Readiness"));

  it("has every method and every key", () => {
    for (const { title, readiness } of shown) {
      expect(table).toContain(`\`${title}\``);
      for (const key of keysOf(readiness).filter((one) => one !== "method" && one !== "canary")) {
        expect(table, key).toContain(`\`${key}\``);
      }
    }
    expect(table).toContain("`canary.successes`");
    expect(table).toContain("`canary.replicas: accepted`");
  });
});

function keysOf(readiness: JsonObject | Readiness): readonly string[] {
  return Object.keys(readiness).sort();
}
