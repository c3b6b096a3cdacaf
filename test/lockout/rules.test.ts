import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockoutRules } from "../../src/lockout/rules.ts";
import { fixtures, found, readFixture } from "./fixtures.ts";

const rulesFolder = join(import.meta.dirname, "../../src/lockout/rules");
const names = readdirSync(rulesFolder).map((file) => file.replace(/\.ts$/, ""));

describe("the rules", () => {
  it("are as many as there are files, in the order of the catalogue", () => {
    const ids = lockoutRules.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(names.length);
  });

  it("have a folder of fixtures each, and there is no other", () => {
    expect(readdirSync(fixtures).sort()).toEqual(names.sort());
  });
});

describe.each(names)("the rule %s", (name) => {
  it("finds in the red fixture what its first lines say", () => {
    const { expected, text } = readFixture(name, "red.yaml");
    expect(expected).not.toEqual([]);
    expect(found(text)).toEqual(expected);
  });

  it("finds in the green fixture, which is the same but mended, what its first lines say, and nothing of the red one", () => {
    const red = readFixture(name, "red.yaml");
    const { expected, text } = readFixture(name, "green.yaml");
    expect(found(text)).toEqual(expected);
    const codes = (lines: readonly string[]) => lines.map((line) => line.split(" ")[1]);
    expect(codes(expected).filter((code) => codes(red.expected).includes(code))).toEqual([]);
  });
});
