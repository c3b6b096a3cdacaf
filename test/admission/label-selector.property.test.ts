import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type LabelSelector,
  type Requirement,
  selectorProblem,
  selects,
} from "../../src/admission/label-selector.ts";
import { runs } from "../runs.ts";

const keys = ["app", "tier", "example.com/skip"];
const values = ["", "web", "db"];

const requirements: fc.Arbitrary<Requirement> = fc.oneof(
  fc.record({
    key: fc.constantFrom(...keys),
    operator: fc.constantFrom("In", "NotIn"),
    values: fc.subarray(values, { minLength: 1 }),
  }),
  fc.record({
    key: fc.constantFrom(...keys),
    operator: fc.constantFrom("Exists", "DoesNotExist"),
    values: fc.constant([]),
  }),
);

const selectors: fc.Arbitrary<LabelSelector> = fc
  .array(requirements, { maxLength: 4 })
  .map((list) => ({ requirements: list }));

const labelSets = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values));

/** The definition, as the documentation of label selectors has it. */
function selectsByDefinition(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return selector.requirements.every(({ key, operator, values: wanted }) => {
    const value = labels[key];
    if (operator === "Exists") return value !== undefined;
    if (operator === "DoesNotExist") return value === undefined;
    const isOneOf = wanted.some((word) => word === value);
    return operator === "In" ? isOneOf : !isOneOf;
  });
}

describe("a label selector", () => {
  it("selects what its definition says", () => {
    fc.assert(
      fc.property(selectors, labelSets, (selector, labels) => {
        const expected = selectsByDefinition(selector, labels) ? "yes" : "no";
        expect(selects(selector, { labels, complete: true })).toBe(expected);
        expect(selectorProblem(selector)).toBeUndefined();
      }),
      runs(2000),
    );
  });

  it("says nothing certain of labels in part that their whole contradicts", () => {
    fc.assert(
      fc.property(selectors, labelSets, fc.subarray(keys), (selector, labels, hidden) => {
        const known = Object.fromEntries(Object.entries(labels).filter(([key]) => !hidden.includes(key)));
        const answer = selects(selector, { labels: known, complete: false });
        if (answer !== "unknown") {
          expect(answer).toBe(selects(selector, { labels, complete: true }));
        }
      }),
      runs(2000),
    );
  });

  it("is certain of labels in part where it asks for known ones only", () => {
    fc.assert(
      fc.property(selectors, (selector) => {
        const labels = Object.fromEntries(keys.map((key) => [key, "web"]));
        expect(selects(selector, { labels, complete: false })).not.toBe("unknown");
      }),
      runs(100),
    );
  });

  it.each([
    ["an operator of another case", { key: "app", operator: "in", values: ["web"] }],
    ["In without values", { key: "app", operator: "In", values: [] }],
    ["Exists with values", { key: "app", operator: "Exists", values: ["web"] }],
    ["an empty key", { key: "", operator: "Exists", values: [] }],
    ["two slashes", { key: "a/b/c", operator: "Exists", values: [] }],
    ["a prefix in capitals", { key: "Example.com/app", operator: "Exists", values: [] }],
    ["a name that is too long", { key: "a".repeat(64), operator: "Exists", values: [] }],
    ["a value with a blank", { key: "app", operator: "In", values: ["a b"] }],
    ["a value that ends in a dash", { key: "app", operator: "NotIn", values: ["a-"] }],
  ])("is invalid with %s", (_, requirement) => {
    expect(selectorProblem({ requirements: [requirement] })).toBeTypeOf("string");
  });

  it("takes the name of something inherited for a label like any other", () => {
    const selector = { requirements: [{ key: "constructor", operator: "Exists", values: [] }] };
    expect(selects(selector, { labels: {}, complete: true })).toBe("no");
  });
});
