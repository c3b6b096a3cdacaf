import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { reportFindings } from "../../src/findings/report-finding.ts";
import { jsonSchema, type SchemaKind, schemaKinds } from "../../src/report/json-schemas.ts";
import { buildPlan } from "../../src/report/plan-report.ts";
import { oneOfEach } from "../findings/samples.ts";
import { manyWaves, planInputOf, webAndSigner } from "./samples.ts";

const root = join(import.meta.dirname, "../..");

const validators = new Map(
  schemaKinds.map((kind) => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
    return [kind, ajv.compile(JSON.parse(jsonSchema(kind)))] as const;
  }),
);

/** What is wrong with a document, by a validator that knows nothing of ours; empty where nothing is. */
function problemsOf(kind: SchemaKind, document: unknown): readonly string[] {
  const validate = validators.get(kind);
  validate?.(document);
  return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

describe("the JSON Schemas", () => {
  it("are those of draft 2020-12, and named", () => {
    for (const kind of schemaKinds) {
      expect(JSON.parse(jsonSchema(kind))).toMatchObject({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `https://grantwave.dev/schema/v1alpha1/${kind}.json`,
        title: kind,
      });
    }
  });

  it("are published as they are", () => {
    for (const kind of schemaKinds) {
      expect(readFileSync(join(root, `docs/schema/${kind}.json`), "utf8"), kind).toBe(jsonSchema(kind));
    }
  });
});

describe("the schema of the configuration", () => {
  const example = parse(readFileSync(join(root, "examples/web-and-signer/grantwave.yaml"), "utf8"));

  it("accepts that of an example, and durations as they are written", () => {
    expect(problemsOf("Config", example)).toEqual([]);
    const signers = [{ ...example.signers[0], readiness: { method: "settle", timeout: "10m" } }];
    expect(problemsOf("Config", { ...example, signers, policyWave: -5 })).toEqual([]);
  });

  it("refuses what the configuration refuses", () => {
    expect(problemsOf("Config", { ...example, polcyWave: 1 })).toEqual([
      ": must NOT have additional properties",
    ]);
    expect(problemsOf("Config", { ...example, policyWave: "low" })).not.toEqual([]);
    expect(problemsOf("Config", { ...example, severity: { "no-such-code": "error" } })).not.toEqual([]);
    expect(problemsOf("Config", { ...example, signers: [{ name: "a" }] })).not.toEqual([]);
  });
});

describe("the schema of plans", () => {
  it("accepts plans with every finding, and of syncs that stop", () => {
    const stuck = planInputOf(manyWaves, {}, (barriers) => ({ degraded: barriers.map(({ ref }) => ref) }));
    const findings = reportFindings(oneOfEach, {});
    for (const input of [planInputOf(webAndSigner, { findings }), planInputOf([]), stuck]) {
      expect(problemsOf("Plan", JSON.parse(JSON.stringify(buildPlan(input))))).toEqual([]);
    }
  });

  it("refuses what is none", () => {
    const plan = JSON.parse(JSON.stringify(buildPlan(planInputOf(webAndSigner))));
    expect(problemsOf("Plan", { ...plan, kind: "Config" })).toEqual(["/kind: must be equal to constant"]);
    expect(problemsOf("Plan", { ...plan, more: 1 })).toEqual([": must NOT have additional properties"]);
    expect(problemsOf("Plan", { ...plan, outcome: "Maybe" })).not.toEqual([]);
  });
});
