import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "./runs.ts";

const numbers = fc.array(fc.integer());

function sampled(environment: Parameters<typeof runs>[1]): readonly unknown[] {
  return fc.sample(numbers, runs(20, environment));
}

describe("the cases of a property", () => {
  it("are the same ones in every usual run", () => {
    expect(sampled({})).toHaveLength(20);
    expect(sampled({})).toEqual(sampled({}));
  });

  it("are more and others with another seed, and the same again with the same seed", () => {
    const found = sampled({ GRANTWAVE_FUZZ: "1", GRANTWAVE_SEED: "-7" });
    expect(found).toHaveLength(200);
    expect(found.slice(0, 20)).not.toEqual(sampled({}));
    expect(sampled({ GRANTWAVE_SEED: "-7" })).toEqual(found);
  });

  it.each(["", "seven", "1.5", "4294967296"])("are refused a seed that is none: %j", (GRANTWAVE_SEED) => {
    expect(() => runs(20, { GRANTWAVE_SEED })).toThrow("an integer of 32 bits is wanted");
  });

  it("are counted by runs() in every test, so that a longer search leaves none of them out", () => {
    const unruly = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((file) => {
      if (!file.endsWith(".test.ts") || file === "runs.test.ts") return false;
      const text = readFileSync(join(import.meta.dirname, file), "utf8");
      const tried = text.match(/fc\s*\.(assert|check|sample)\(/g) ?? [];
      // A seed that is written down makes a list to record, which has to stay as it is.
      const recorded = /\{ seed: \d+, numRuns: \d+ \}/g;
      const counted = [...(text.match(/\bruns(<[^>]*>)?\(/g) ?? []), ...(text.match(recorded) ?? [])];
      return tried.length > counted.length || /numRuns/.test(text.replaceAll(recorded, ""));
    });
    expect(unruly).toEqual([]);
  });
});

describe("a property that does not hold", () => {
  function failure(property: fc.IProperty<[string]>): string {
    try {
      fc.assert(property, runs(100));
    } catch (error) {
      return (error as Error).message;
    }
    return expect.fail("it holds");
  }

  const text = fc.array(fc.constantFrom("a: 1", "b: 2", "c: 3")).map((lines) => lines.join("\n"));

  it("is told with its smallest case, texts line by line, what was wrong with it, and how to meet it again", () => {
    const told = failure(
      fc.property(text, (lines) => {
        if (lines.split("\n").length > 1) throw new Error(`a second line in ${lines.length} characters`);
      }),
    );
    expect(told).toContain("Counterexample: [<text 1>]\n--- text 1\na: 1\na: 1\n---\n");
    expect(told).toContain("a second line in 9 characters");
    expect(told).toMatch(
      /Again: GRANTWAVE_SEED=\d+ npx vitest run --testTimeout=0 test\/runs\.test\.ts -t "a property that/,
    );
  });
});
