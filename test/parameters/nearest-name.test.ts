import { describe, expect, it } from "vitest";
import { nearestName } from "../../src/nearest-name.ts";

describe("the name that was probably meant", () => {
  it.each([
    ["plna", "plan"],
    ["configmap", "configMap"],
    ["values_files", "values-files"],
    ["relase-nam", "release-name"],
    ["port", undefined],
    ["colour", undefined],
    ["", undefined],
  ])("for %j is %j", (given, meant) => {
    const known = ["plan", "configMap", "values-files", "release-name", "root", "name"];
    expect(nearestName(given, known)).toBe(meant);
  });

  it("is not looked for when the given one is no name at all", () => {
    expect(nearestName("x".repeat(100_000), ["x".repeat(99)])).toBeUndefined();
  });
});
