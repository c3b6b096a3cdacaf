import { expect, it } from "vitest";
import { appendAll } from "../src/append-all.ts";

it("appends a list that is longer than the stack", () => {
  const into = [0];
  appendAll(
    into,
    Array.from({ length: 1_000_000 }, (_, at) => at + 1),
  );
  expect(into).toHaveLength(1_000_001);
  expect(into.at(-1)).toBe(1_000_000);
});
