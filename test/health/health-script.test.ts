import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { healthScript } from "../../src/health/health-script.ts";
import { runs } from "../runs.ts";
import { healthCases, inputsOf } from "./customizations.ts";
import { runLua } from "./run-lua.ts";

const ready = healthScript(["Ready"]);

describe("the health check of approver-policy's CertificateRequestPolicy, in a real Lua VM", () => {
  it.each(healthCases)("$expected.status: $input", async ({ expected, object }) => {
    expect(await runLua(ready, object)).toEqual(expected);
  });

  it("is tried on every file of testdata", () => {
    const used = healthCases.map(({ input }) => input).sort();
    expect(used).toEqual([...inputsOf("policy.cert-manager.io", "CertificateRequestPolicy")].sort());
  });

  it("does without the libraries that Argo CD does not give it", async () => {
    const names = ["string", "math", "io", "debug", "coroutine"];
    const [, given] = (await runLua(`return { 0, { ${names.join(", ")} } }`, {})) as [number, object];
    expect(Object.keys(given)).toEqual([]);
  });
});

describe("a health check for several conditions", () => {
  const both = healthScript(["Accepted", "Loaded"]);
  const condition = (type: string, status: string, observedGeneration = 2) => ({
    type,
    status,
    observedGeneration,
    message: `${type} is ${status}`,
  });
  const object = (...conditions: readonly object[]) => ({
    metadata: { generation: 2 },
    status: { conditions },
  });

  it("is Healthy only where all are true", async () => {
    const healthy = object(condition("Accepted", "True"), condition("Loaded", "True"));
    expect(await runLua(both, healthy)).toEqual({ status: "Healthy", message: "Loaded is True" });
    expect(await runLua(both, object(condition("Accepted", "True")))).toEqual({
      status: "Progressing",
      message: "Waiting for condition Loaded",
    });
    expect(await runLua(both, object(condition("Accepted", "True"), condition("Loaded", "False")))).toEqual({
      status: "Degraded",
      message: "Loaded is False",
    });
  });
});

it("whatever the object is, a check answers, and is Healthy only for a true condition of the current generation", async () => {
  const generation = fc.constantFrom(1, 2, 3, undefined, "2", null);
  const condition = fc.oneof(
    fc.record({
      type: fc.constantFrom("Ready", "Other"),
      status: fc.constantFrom("True", "False", "Unknown", true, null),
      observedGeneration: generation,
      message: fc.constantFrom("words", "", null, 7),
    }),
    fc.constantFrom("text", 3, [], {}),
  );
  const status = fc.oneof(
    fc.record({ conditions: fc.array(condition, { maxLength: 3 }), observedGeneration: generation }),
    fc.constantFrom("text", null, [], {}, { conditions: "none" }, { conditions: { a: "b" } }),
  );
  await fc.assert(
    fc.asyncProperty(status, fc.constantFrom(1, 2, 3), async (given, current) => {
      const answer = await runLua(ready, { metadata: { generation: current }, status: given });
      expect(answer).toEqual({
        status: expect.stringMatching(/^(Healthy|Progressing|Degraded)$/),
        message: expect.any(String),
      });
      if ((answer as { status: string }).status !== "Healthy") return;
      const conditions: readonly Readonly<Record<string, unknown>>[] = Object(given).conditions;
      const found = conditions.find(({ type }) => type === "Ready");
      expect(found?.["status"]).toBe("True");
      expect(
        Number(found?.["observedGeneration"] ?? Object(given).observedGeneration),
      ).toBeGreaterThanOrEqual(current);
    }),
    runs(60),
  );
});
