import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Plan } from "../../src/report/plan-report.ts";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeEach(() => {
  folder = checkout();
});
afterEach(() => rmSync(folder, { recursive: true }));

function plan(...args: readonly string[]) {
  return runGrantwave(["plan", "apps/web", "--application", "argocd/web.yaml", ...args], { cwd: folder });
}

async function planOf(...args: readonly string[]): Promise<Plan> {
  const { exit, stderr, stdout } = await plan(...args, "-o", "json");
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  return Plan.parse(JSON.parse(stdout));
}

const namesOf = (refs: readonly { readonly kind: string; readonly name: string }[]) =>
  refs.map(({ kind, name }) => `${kind}/${name}`);

describe("a plan with an object that never becomes healthy", () => {
  it("ends its timeline where Argo CD stays, with what is left undone", async () => {
    const plan = await planOf("--never-healthy", "Job/web/migrate");
    const barrier = plan.barriers[0]?.name;
    expect(plan.outcome).toBe("Running");
    expect(plan.message).toBe("waiting for healthy state of batch/Job/migrate");
    expect(plan.assumed?.degraded).toEqual([]);
    expect(namesOf(plan.assumed?.neverHealthy ?? [])).toEqual(["Job/migrate"]);
    expect(namesOf(plan.timeline.map(({ ref }) => ref))).toEqual([
      "ConfigMap/pod-cert-signer",
      "Job/migrate",
    ]);
    expect(namesOf((plan.undone ?? []).map(({ ref }) => ref))).toEqual([
      `Job/${barrier}`,
      "Service/front",
      "Deployment/front",
    ]);
  });

  it("says so in words", async () => {
    const { stdout } = await plan("--degraded", "Job/migrate");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "What if: Job/web/migrate becomes Degraded: the sync ends Failed Argo CD says: one or more synchronization tasks completed unsuccessfully. Left as it was: 3 objects,",
    );
  });

  it("takes several, and goes on where Argo CD does not wait", async () => {
    const plan = await planOf(
      "--never-healthy",
      "Deployment/front",
      "--degraded",
      "ConfigMap/pod-cert-signer",
    );
    expect([plan.outcome, plan.undone, plan.message]).toEqual(["Succeeded", undefined, undefined]);
    expect(namesOf(plan.assumed?.neverHealthy ?? [])).toEqual(["Deployment/front"]);
    expect(plan.assumed?.degraded).toEqual([]);
  });

  it("says of what has no health that it counts as done", async () => {
    const { stdout } = await plan("--degraded", "ConfigMap/pod-cert-signer");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Argo CD knows no health of ConfigMap/cert-signer/pod-cert-signer: it counts as done once it is applied.",
    );
  });

  it("has the same waves as any other", async () => {
    const [stuck, plain] = await Promise.all([planOf("--degraded", "Job/migrate"), planOf()]);
    expect([stuck.objects, stuck.barriers, stuck.edits]).toEqual([
      plain.objects,
      plain.barriers,
      plain.edits,
    ]);
  });

  it("refuses what it cannot find, and names what may be meant", async () => {
    expect(await plan("--never-healthy", "Job/web/migrat")).toEqual({
      exit: 2,
      stdout: "",
      stderr:
        'grantwave: application web: no object of this application is "Job/web/migrat" (did you mean Job/web/migrate?)\n',
    });
  });
});

describe("a plan with a baseline", () => {
  const baseline = () => join(folder, "before.json");

  it("knows what had its grant there, whatever waves and places were", async () => {
    const before = await planOf();
    writeFileSync(baseline(), JSON.stringify(before));
    expect(before.requesters.map(({ isNew }) => isNew)).toEqual([true]);
    const after = await planOf("--baseline", "before.json");
    expect(after.requesters.map(({ isNew }) => isNew)).toEqual([false]);
    expect({ ...after, requesters: [] }).toEqual({ ...before, requesters: [] });
  });

  it("says what newness was judged by", async () => {
    writeFileSync(baseline(), JSON.stringify(await planOf()));
    const text = (await plan("--baseline", "before.json")).stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("New is what before.json does not have. The waves are the same either way.");
    expect(text).toContain("Without grantwave: no harm");
  });

  it.each([
    ["another service account", { serviceAccountName: "back" }],
    ["another cluster", { cluster: "https://elsewhere.example.com" }],
    ["another key type", { keyType: "ED25519" }],
    ["other names in its annotations", { userAnnotations: { "example.com/names": "front.web.svc" } }],
    ["a denial", { status: "denied" }],
    ["an answer that nobody knew", { status: "unknown" }],
  ])("does not take %s for the same", async (_case, difference) => {
    const before = await planOf();
    const requesters = before.requesters.map((requester) => ({ ...requester, ...difference }));
    writeFileSync(baseline(), JSON.stringify({ ...before, requesters }));
    const after = await planOf("--baseline", "before.json");
    expect(after.requesters.map(({ isNew }) => isNew)).toEqual([true]);
  });

  it("takes an external grant for one", async () => {
    const before = await planOf();
    const requesters = before.requesters.map((requester) => ({ ...requester, status: "external" }));
    writeFileSync(baseline(), JSON.stringify({ ...before, requesters, laterField: 1 }));
    expect((await planOf("--baseline", "before.json")).requesters[0]?.isNew).toBe(false);
  });

  it("says that it is another application's", async () => {
    writeFileSync(baseline(), JSON.stringify({ ...(await planOf()), application: "shop" }));
    const { stdout } = await plan("--baseline", "before.json");
    expect(stdout).toContain("before.json is a plan of shop, and this is one of web.");
  });

  it.each([
    ["is not there", undefined, 'the baseline "before.json" cannot be read'],
    ["is no JSON", "password: hunter2", 'the baseline "before.json" is no Plan: it is no JSON'],
    ["is another document", "[]", 'the baseline "before.json" is no Plan: '],
    ["is broken inside", undefined, 'the baseline "before.json" is no Plan: requesters.0.status: '],
  ])("is refused where it %s", async (what, text, message) => {
    if (text !== undefined) writeFileSync(baseline(), text);
    if (what === "is broken inside") {
      const before = await planOf();
      writeFileSync(baseline(), JSON.stringify(before).replace('"granted"', '"maybe"'));
    }
    const { exit, stderr, stdout } = await plan("--baseline", "before.json");
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("hunter2");
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("a plan as Mermaid", () => {
  it("is the whole of stdout, or of the file it goes to", async () => {
    const { exit, stdout } = await plan("-o", "mermaid", "-o", "mermaid=plan.mermaid");
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^flowchart TB\n/);
    expect(readFileSync(join(folder, "plan.mermaid"), "utf8")).toBe(stdout);
  });
});
