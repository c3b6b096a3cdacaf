import { rmSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Explanation } from "../../src/report/explanation-report.ts";
import { jsonSchema } from "../../src/report/json-schemas.ts";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeAll(() => {
  folder = checkout();
});
afterAll(() => rmSync(folder, { recursive: true }));

function explain(...args: readonly string[]) {
  return runGrantwave(["explain", ...args, "apps/web", "--application", "argocd/web.yaml"], { cwd: folder });
}

async function explanationOf(ref: string): Promise<Explanation> {
  const { exit, stderr, stdout } = await explain(ref, "-o", "json");
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  const explanation = JSON.parse(stdout);
  const validate = new Ajv2020().compile(JSON.parse(jsonSchema("Explanation")));
  expect(validate(explanation), JSON.stringify(validate.errors)).toBe(true);
  return Explanation.parse(explanation);
}

const policy = { group: "", kind: "ConfigMap", namespace: "cert-signer", name: "pod-cert-signer" };
const front = { group: "apps", kind: "Deployment", namespace: "web", name: "front" };

describe("what explain tells", () => {
  it("of a dependent: its barrier, the grant with its line, and its place in the sync", async () => {
    const explanation = await explanationOf("Deployment/web/front");
    const [barrier] = explanation.barriers;
    expect(explanation).toMatchObject({
      ref: front,
      wave: { from: 0, to: 0 },
      standing: "dependent",
      chain: [{ ref: front, wave: { from: 0, to: 0 }, heldBy: null }],
      comesAfter: [{ reason: "barrier", gap: 1, other: barrier?.ref, wave: -1 }],
      comesBefore: [],
      barriers: [{ phase: "Sync", wave: -1, signerName: "example.com/workload", isOwn: true }],
      requesters: [
        {
          status: "granted",
          grant: { policy, path: 'data["policy.json"].grants[0]', summary: "web/front (server)" },
        },
      ],
      sync: [{ phase: "Sync", wave: 0, beside: 1, isAwaited: false }],
    });
    const { grantSource } = explanation.requesters[0] ?? {};
    const rendered = await runGrantwave(["generate", "apps/web", "--mode", "off", "--name", "web"], {
      cwd: folder,
    });
    expect(rendered.stdout.split("\n")[(grantSource?.line ?? 0) - 1]).toBe("        {");
    expect(rendered.stdout.split("\n")[grantSource?.line ?? 0]).toContain('"namespace": "web"');
  });

  it("of a policy: that it goes early, and who comes after it", async () => {
    expect(await explanationOf("ConfigMap/pod-cert-signer")).toMatchObject({
      ref: policy,
      wave: { from: 0, to: -1000 },
      standing: "policy-wave",
      comesBefore: [{ reason: "grant", gap: 1, wave: -1 }],
      barriers: [],
    });
  });

  it("of a barrier: the chain to the first of its dependents, and what it waits for", async () => {
    const [barrier] = (await explanationOf("Deployment/web/front")).barriers;
    const explanation = await explanationOf(`Job/web/${barrier?.ref.name}`);
    expect(explanation).toMatchObject({
      ref: barrier?.ref,
      source: null,
      injected: true,
      standing: "barrier",
      wave: { from: null, to: -1 },
      chain: [
        { ref: barrier?.ref, wave: { from: null, to: -1 }, heldBy: { reason: "barrier", gap: 1 } },
        { ref: front, wave: { from: 0, to: 0 }, heldBy: null },
      ],
      requesters: [{ dependent: front }],
      sync: [{ isAwaited: true }],
    });
  });

  it.each([
    ["Job/web/migrate", "unrequired"],
    ["Service/web/front", "unrequired"],
  ])("of an object that was not moved: why not (%s)", async (ref, standing) => {
    expect((await explanationOf(ref)).standing).toBe(standing);
  });

  it("reads like this to a person", async () => {
    const { stdout } = await explain("Deployment/web/front");
    await expect(stdout).toMatchFileSnapshot("./expected/explain-dependent.txt");
  });
});

describe("a reference that explain cannot follow", () => {
  it.each([
    [
      "front",
      '"front" is no reference to an object (write KIND[.GROUP]/[NAMESPACE/]NAME, such as Deployment/web/front or Namespace/web)',
    ],
    [
      "Deployment/web/frnt",
      'no object of this application is "Deployment/web/frnt" (did you mean Deployment/web/front?)',
    ],
    [
      "Secret/web/front",
      'no object of this application is "Secret/web/front" (did you mean Service/web/front or Deployment/web/front?)',
    ],
    ["Ingress/shop/x", 'no object of this application is "Ingress/shop/x" (plan -o json lists all objects)'],
  ])("is refused with what may have been meant: %s", async (ref, message) => {
    expect(await explain(ref)).toEqual({
      exit: 2,
      stdout: "",
      stderr: `grantwave: application web: ${message}\n`,
    });
  });

  it("is asked for where it is missing", async () => {
    const { exit, stderr } = await runGrantwave(["explain"], { cwd: folder });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: "grantwave: missing required argument 'object' (grantwave --help lists commands and options)\n",
    });
  });
});
