import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/report/plan-report.ts";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeAll(() => {
  folder = checkout();
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, ...args: readonly string[]) =>
  runGrantwave([command, ...args, "--name", "web", "--namespace", "web"], { cwd: folder });

describe("plan --mode off", () => {
  it("shows what generate does: nothing moves, nothing waits", async () => {
    const { stdout } = await run("plan", "apps/web", "--mode", "off", "-o", "json");
    const plan = JSON.parse(stdout) as Plan;
    expect(plan).toMatchObject({ mode: "off", edits: [], barriers: [] });
    expect(plan.objects.filter(({ wave, patch }) => wave.from !== wave.to || patch.length > 0)).toEqual([]);
    expect(plan.timeline.filter(({ injected }) => injected)).toEqual([]);
    const generated = await run("generate", "apps/web", "--mode", "off");
    expect(generated.stdout).not.toContain("grantwave");
  });

  it("says so first, and what it means for whom", async () => {
    const { stdout } = await run("plan", "apps/web", "--mode", "off");
    expect(stdout).toMatch(/^web → namespace web: 4 objects, mode off\n/);
    expect(stdout).toContain("The render goes out as it is: nothing moves, nothing waits.");
    expect(stdout).toMatch(/\nMode off: outage, where a grant is new\n/);
    expect(stdout).toContain("✗ Deployment/web/front is denied → outage");
    expect(stdout).not.toMatch(/^This sync|^Moved|a barrier does not open/m);
  });

  it("is what explain answers by", async () => {
    const { stdout } = await run(
      "explain",
      "ConfigMap/cert-signer/pod-cert-signer",
      "apps/web",
      "--mode",
      "off",
    );
    expect(stdout).toContain("mode off");
    expect(stdout).not.toContain("-1000");
  });
});

it("plan --mode warn names the mode, and says what it lets through", async () => {
  const { stdout } = await run("plan", "apps/web", "--mode", "warn");
  expect(stdout).toMatch(/^web → namespace web: 4 objects, mode warn\n/);
  expect(stdout).toContain("generate prints in spite of errors");
  expect(stdout).toMatch(/^This sync: policy, then barrier, then pods$/m);
});
