import { describe, expect, it } from "vitest";
import { barrierJob } from "../../src/barrier/barrier-job.ts";
import { findObstacles } from "../../src/barrier/obstacles.ts";
import { readinessMethods } from "../../src/barrier/readiness/methods.ts";
import { waitOptions } from "../../src/commands/wait-options.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import { type JsonValue, valueAt } from "../../src/manifest/manifest.ts";
import { printYaml } from "../../src/manifest/print-document.ts";
import { groupBy, methodNames, signerBy, signerDeployment } from "./signers-by-method.ts";

const config = BarrierConfig.parse({});
const place = { name: "grantwave-shop", namespace: "shop", wave: -1, isSignerInSync: false };
const oneReplica = [signerDeployment({ replicas: 1 })];
const known: ReadonlySet<string> = new Set(waitOptions.map(([flags]) => flags.split(" ")[0] ?? ""));

describe.each(methodNames)("the barrier of method %s", (method) => {
  const job = barrierJob(groupBy(method), place, config);

  it("is the Job in test/barrier/expected", async () => {
    await expect(printYaml(job)).toMatchFileSnapshot(`./expected/${method}.yaml`);
  });

  it("passes only arguments that grantwave wait knows", () => {
    const passed = argumentsOf(job).map((text) => text.split("=")[0]);
    expect(passed.filter((flag) => flag === undefined || !known.has(flag))).toEqual([]);
  });

  it("has nothing in its way where signer and policy suit it", () => {
    expect(findObstacles([groupBy(method)], oneReplica)).toEqual([]);
  });

  it("is an error where its deadline is too short, and none where it is just long enough", () => {
    const [found] = findObstacles([groupBy(method, {}, { timeout: "1s" })], oneReplica);
    expect(found?.code).toBe("barrier-deadline-short");
    const needed = found?.code === "barrier-deadline-short" ? found.args.neededSeconds : 0;
    expect(findObstacles([groupBy(method, {}, { timeout: `${needed}s` })], oneReplica)).toEqual([]);
    expect(findObstacles([groupBy(method, {}, { timeout: `${needed - 1}s` })], oneReplica)).toEqual([
      {
        code: "barrier-deadline-short",
        refs: [],
        source: null,
        args: { signer: "workload-certificates", timeoutSeconds: needed - 1, neededSeconds: needed },
      },
    ]);
  });

  it("has labels of ours only, so that no selector of the application takes its pods for its own", () => {
    const ours = { "app.kubernetes.io/managed-by": "grantwave", "grantwave.dev/barrier": "true" };
    expect(valueAt(job, "spec", "template", "metadata")).toEqual({ labels: ours });
    expect(valueAt(job, "metadata", "labels")).toEqual(ours);
  });
});

/** One by which a preset says how its policy is read, whose own tests pass it, and one for people. */
const ofOthers: ReadonlySet<string> = new Set(["--grants", "--kubeconfig"]);

describe("every option of grantwave wait", () => {
  it("is passed by the barrier of some method, or is one of a preset or for people", () => {
    const withContainer = { ...signerBy("settle"), workload: { ...workload, container: "signer" } };
    const jobs = [
      ...methodNames.map((method) => barrierJob(groupBy(method), place, config)),
      barrierJob(groupBy("settle", { signer: withContainer }), { ...place, isSignerInSync: true }, config),
    ];
    const passed = new Set(jobs.flatMap((job) => argumentsOf(job).map((text) => text.split("=")[0])));
    expect([...known].filter((flag) => !passed.has(flag) && !ofOthers.has(flag))).toEqual([]);
  });
});

describe("the evidence of a method", () => {
  it("has a grade, which says whether the signer itself was heard", () => {
    const grades = Object.values(readinessMethods).map(({ name, grade }) => [name, grade]);
    expect(Object.fromEntries(grades)).toEqual({
      canary: "statistical",
      http: "exact",
      metrics: "exact",
      report: "exact",
      rollout: "exact",
      settle: "bounded",
      status: "reported",
    });
  });
});

const workload = { kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" } as const;

function argumentsOf(job: JsonValue): readonly string[] {
  const found = valueAt(job, "spec", "template", "spec", "containers", 0, "args");
  return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
}
