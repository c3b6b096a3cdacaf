import { describe, expect, it } from "vitest";
import { matchWebhook } from "../../../src/admission/match-webhook.ts";
import { readCases } from "./read-cases.ts";

const words = new Map<boolean | "error", string>([
  [true, "yes"],
  [false, "no"],
  ["error", "error"],
]);

describe("the API server's own answers", () => {
  const cases = readCases();

  it("are all here", () => {
    expect(cases.length).toBe(500);
  });

  it.each(cases)("$id: $answer.reason", ({ id, webhook, request, answer }) => {
    const { match, because } = matchWebhook(webhook, request);
    const expected = [words.get(answer.match), ...(id.startsWith("nrm-") ? ["unknown"] : [])];
    expect(expected, because).toContain(match);
  });

  it.each(cases.filter(({ answer }) => answer.matchedAs !== undefined))(
    "$id: through an equivalent",
    ({ webhook, request }) => {
      expect(matchWebhook({ ...webhook, matchPolicy: "Exact" }, request).match).toBe("no");
    },
  );
});
