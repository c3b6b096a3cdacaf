import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { analyseLockouts } from "../../src/lockout/analyse.ts";
import { commandWords } from "../../src/lockout/recovery/command-words.ts";
import { planRecoveries } from "../../src/lockout/recovery/plan-recovery.ts";
import { recoveryReport } from "../../src/report/lockout/recovery-report.ts";
import { runGrantwave } from "../run-grantwave.ts";
import { testTools } from "../tools.ts";
import { objectsOf, readFixture, today } from "./fixtures.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "grantwave-recovery-"));
  cpSync(join(import.meta.dirname, "../../examples/webhook-lockout"), folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function planned(text: string) {
  const { value } = analyseLockouts(objectsOf(text), today);
  const recoveries = planRecoveries(value, { applications: [] });
  return { ...recoveries, report: recoveryReport("app", recoveries, value) };
}

describe("a recovery", () => {
  it("opens the one webhook that is in the way, waits for its pods, and brings it back", () => {
    const { recoveries, without } = planned(readFixture("own-pods", "red.yaml").text);
    expect(without).toEqual([]);
    expect(recoveries.map(({ scenarios, steps }) => ({ scenarios, steps }))).toEqual([
      {
        scenarios: ["pods-gone:Deployment/policy/gate", "workers-gone"],
        steps: {
          open: [
            {
              kind: "patch",
              config: expect.objectContaining({ name: "gate" }),
              operations: [
                { op: "test", path: "/webhooks/0/name", value: "pods.gate.example.com" },
                { op: "add", path: "/webhooks/0/failurePolicy", value: "Ignore" },
                { op: "add", path: "/webhooks/0/timeoutSeconds", value: 1 },
              ],
            },
          ],
          wait: [{ kind: "wait", workload: expect.objectContaining({ kind: "Deployment", name: "gate" }) }],
          restore: [
            {
              kind: "restore",
              config: expect.objectContaining({ name: "gate" }),
              file: "validating-gate.yaml",
            },
          ],
        },
      },
    ]);
    expect(recoveries[0]?.proofs[0]).toEqual({
      scenario: "pods-gone:Deployment/policy/gate",
      isProven: true,
      rounds: [{ component: "the pods of Deployment/policy/gate", round: 1 }],
      locked: [],
    });
  });

  it("opens one of two webhooks that wait for each other", () => {
    const { recoveries } = planned(readFixture("mutual", "red.yaml").text);
    expect(recoveries.map(({ configs }) => configs.map(({ name }) => name))).toEqual([["image-check"]]);
  });

  it("is empty where nothing can be locked", () => {
    const { recoveries, without } = planned(readFixture("own-pods", "green.yaml").text);
    expect({ recoveries, without }).toEqual({ recoveries: [], without: [] });
  });

  it("states in what it brings back that it fails closed, also where the manifest leaves that to the default", () => {
    const text = readFixture("own-pods", "red.yaml").text.replace("    failurePolicy: Fail\n", "");
    const [restore] = planned(text).report.recoveries[0]?.restore ?? [];
    expect(parse(restore?.text ?? "").webhooks[0]).toMatchObject({
      failurePolicy: "Fail",
      timeoutSeconds: 3,
    });
  });

  it("deletes what Kyverno makes again by itself", () => {
    const text = readFixture("own-pods", "red.yaml").text.replace(
      "metadata:\n  name: gate\nwebhooks",
      "metadata:\n  name: kyverno-resource-validating-webhook-cfg\nwebhooks",
    );
    const steps = planned(text).recoveries[0]?.steps;
    expect(steps?.open.map(commandWords)).toEqual([
      "kubectl delete validatingwebhookconfiguration kyverno-resource-validating-webhook-cfg",
    ]);
    expect(steps?.restore).toEqual([]);
  });

  it("keeps what stands in a manifest one word of the shell", () => {
    const config = {
      group: "admissionregistration.k8s.io",
      kind: "ValidatingWebhookConfiguration",
      namespace: "",
    };
    const command = commandWords({ kind: "delete", config: { ...config, name: "a'; touch x; '" } });
    expect(
      execFileSync("sh", ["-c", command.replace("kubectl", "printf '%s\\n'")], { encoding: "utf8" }),
    ).toBe("delete\nvalidatingwebhookconfiguration\na'; touch x; '\n");
  });
});

describe("grantwave recovery", () => {
  const run = (...args: readonly string[]) =>
    runGrantwave(["recovery", ...args, "--name", "web", "--namespace", "policy"], { cwd: folder });

  it("prints a patch that the real kubectl carries out as the model does, and a file that undoes it", async () => {
    const { exit, stdout } = await run("app", "--restore-dir", "restore", "-o", "json");
    expect(exit).toBe(0);
    const [recovery] = JSON.parse(stdout).recoveries;
    const patch = JSON.stringify(recovery.steps[0].step.operations);
    expect(recovery.steps[0].command).toContain(`-p '${patch}'`);
    const { kubectl } = await testTools();
    const patched = execFileSync(
      kubectl,
      ["patch", "--local", "-f", join(folder, "app/webhook.yaml"), "--type=json", "-p", patch, "-o", "json"],
      { encoding: "utf8" },
    );
    expect(JSON.parse(patched).webhooks[0]).toMatchObject({ failurePolicy: "Ignore", timeoutSeconds: 1 });
    const restored = parse(readFileSync(join(folder, "restore/validating-pod-policy.yaml"), "utf8"));
    const original = parse(readFileSync(join(folder, "app/webhook.yaml"), "utf8"));
    expect(restored).toEqual({ ...original, webhooks: [{ ...original.webhooks[0], timeoutSeconds: 10 }] });
  });

  it("pauses an Application that heals itself, behind the patch, and lets it go on in the end", async () => {
    const { stdout } = await runGrantwave(
      ["recovery", "app", "--application", "application.yaml", "-o", "json"],
      {
        cwd: folder,
      },
    );
    const [recovery] = JSON.parse(stdout).recoveries;
    const kinds = recovery.steps.map(({ step }: { step: { kind: string } }) => step.kind);
    expect(kinds).toEqual(["patch", "pause-application", "wait", "restore", "resume-application"]);
  });

  it("says with --check whether what is written down still works", async () => {
    await run("app", "-o", "json=recovery.json");
    const check = ["--check", "--written", "recovery.json"];
    expect(await run("app", ...check)).toEqual({ exit: 0, stdout: "", stderr: "" });

    const file = join(folder, "app/webhook.yaml");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace("pods.policy.example.com", "all.policy.example.com"));
    const after = await run("app", ...check);
    writeFileSync(file, before);
    expect({ exit: after.exit, stdout: after.stdout }).toEqual({ exit: 1, stdout: "" });
    expect(after.stderr).toContain(
      "the written way out of pods-gone:Deployment/policy/pod-policy does not work any more, its commands fail",
    );
  });

  it("refuses a written report that is none", async () => {
    const { exit, stderr } = await run("app", "--written", "request.json");
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining("is no RecoveryReport") });
  });
});
