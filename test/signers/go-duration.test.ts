import { describe, expect, it } from "vitest";
import { parseGoDuration } from "../../src/signers/go-duration.ts";

describe("Go's durations", () => {
  it.each([
    ["24h", 86_400e9],
    ["1h30m", 5_400e9],
    ["1.5h", 5_400e9],
    [".5h", 1_800e9],
    ["1.h", 3_600e9],
    ["90m1s500ms", 5_401.5e9],
    ["10us", 10_000],
    ["10\u00b5s", 10_000],
    ["10\u03bcs", 10_000],
    ["1.9ns", 1],
    ["-2h", -7_200e9],
    ["+2h", 7_200e9],
    ["0", 0],
    ["-0", 0],
    ["1h1h", 7_200e9],
    [`1.${"0".repeat(400)}h`, 3_600e9],
    [`0.5${"0".repeat(400)}h`, 1_800e9],
  ])("reads %s", (text, nanoseconds) => {
    expect(parseGoDuration(text)).toBe(nanoseconds);
  });

  it.each(["", "+", "24", "h", ".h", "1d", "1 h", "1h ", "--1h", "1H", "1e3h", "1h30", "2562048h", "NaN"])(
    "refuses %j",
    (text) => {
      expect(parseGoDuration(text)).toBeUndefined();
    },
  );
});
