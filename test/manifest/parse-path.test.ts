import fc from "fast-check";
import { expect, it } from "vitest";
import { formatPath } from "../../src/manifest/format-path.ts";
import { parsePath } from "../../src/manifest/parse-path.ts";
import { runs } from "../runs.ts";

it("reads every path back as it was written", () => {
  const step = fc.oneof(
    fc.nat(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("spec", "policy.json", "a-b"),
  );
  fc.assert(
    fc.property(fc.array(step), (path) => {
      expect(parsePath(formatPath(path))).toEqual(path);
    }),
    runs(100),
  );
});

it.each(["a..b", "a.", ".a", "a[", "a[x]", 'a["x]', "a b", "a[0]b", "a[-1]"])("does not read %s", (text) => {
  expect(parsePath(text)).toBeUndefined();
});
