import { expect, test } from "vitest";
import { cyclesNamed, named } from "./named-problem.ts";

const none = Number.POSITIVE_INFINITY;

test("a cycle with a gap is reported as its constraints in the order of the walk", () => {
  const contradiction = named({ policy: 0, barrier: none, web: 0 }, [
    ["barrier", "<", "web"],
    ["policy", "<", "barrier"],
    ["web", "<", "policy"],
  ]);
  expect(cyclesNamed(contradiction)).toEqual(["barrier < web < policy <"]);
});

test("what leads into a cycle or out of it is not blamed", () => {
  const contradiction = named({ before: 0, a: 0, b: 0, after: 0 }, [
    ["before", "<", "a"],
    ["a", "<", "b"],
    ["b", "<=", "a"],
    ["b", "<", "after"],
  ]);
  expect(cyclesNamed(contradiction)).toEqual(["a < b <="]);
});

test("of cycles that share a variable the shortest with a gap is reported", () => {
  const contradiction = named({ a: 0, b: 0, c: 0, d: 0 }, [
    ["a", "<", "b"],
    ["b", "<", "c"],
    ["c", "<", "a"],
    ["b", "<=", "d"],
    ["d", "<=", "b"],
    ["c", "<", "b"],
  ]);
  expect(cyclesNamed(contradiction)).toEqual(["b < c <"]);
});

test("a cycle without a gap beside it does not hide a longer one that has one", () => {
  const contradiction = named({ a: 0, b: 0, c: 0 }, [
    ["a", "<=", "b"],
    ["b", "<=", "a"],
    ["b", "<=", "c"],
    ["c", "<", "a"],
  ]);
  expect(cyclesNamed(contradiction)).toEqual(["a <= b <= c <"]);
});

test("a variable that must come before itself is a cycle of one", () => {
  expect(cyclesNamed(named({ a: 0 }, [["a", "<", "a"]]))).toEqual(["a <"]);
});

test("cycles that share nothing are each reported, sorted by their first constraint", () => {
  const contradiction = named({ a: 0, b: 0, c: 0, d: 0 }, [
    ["a", "<=", "b"],
    ["c", "<", "d"],
    ["d", "<=", "c"],
    ["b", "<", "a"],
  ]);
  expect(cyclesNamed(contradiction)).toEqual(["a <= b <", "c < d <="]);
});

test("a cycle is reported even where nothing has a bound", () => {
  const contradiction = named({ a: none, b: none }, [
    ["a", "<", "b"],
    ["b", "<=", "a"],
  ]);
  expect(cyclesNamed(contradiction)).toEqual(["a < b <="]);
});
