import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../docs/adr");
const records = readdirSync(folder).filter((name) => name !== "README.md");

describe("decision records", () => {
  test("have a number each, which no other has", () => {
    const numbers = records.map((name) => name.slice(0, 4));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test.each(records)("%s begins with its number", (name) => {
    const [title = ""] = readFileSync(join(folder, name), "utf8").split("\n");
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
  });
});
