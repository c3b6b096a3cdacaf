import { describe, expect, it } from "vitest";
import { Readiness } from "../../src/config/config.ts";
import { refKey } from "../../src/manifest/object-ref.ts";
import type { PlanInput } from "../../src/report/plan-input.ts";
import { buildPlan } from "../../src/report/plan-report.ts";
import { planText } from "../../src/report/plan-text.ts";
import { planInputOf, webAndSigner } from "./samples.ts";

const incident = planInputOf(webAndSigner);

/** The incident, its signer judged by another method. */
function judgedBy(written: unknown): PlanInput {
  const readiness = Readiness.parse(written);
  const barriers = incident.barriers.map((barrier) => ({
    ...barrier,
    group: { ...barrier.group, signer: { ...barrier.group.signer, readiness } },
  }));
  return { ...incident, barriers };
}

function flowing(text: string): string {
  return text.replaceAll(/[\s│]+/g, " ");
}

describe("the evidence of a barrier in the plan", () => {
  it.each([
    [{ method: "settle" }, "bounded (settle). The barrier opens when the live policy holds the grants"],
    [
      { method: "report" },
      "exact (report). The barrier opens when the reporter in every signer pod has seen the live policy's file",
    ],
    [
      { method: "http", port: 9090, path: "/policy" },
      "exact (http). The barrier opens when every signer pod, ready or not, has answered at port 9090, /policy,",
    ],
    [
      { method: "metrics", port: 9090, metric: "policy_info", label: "sha256" },
      "exact (metrics). The barrier opens when every signer pod, ready or not, has shown the digest of the live policy in the label sha256 of its metric policy_info.",
    ],
    [
      { method: "rollout" },
      "exact (rollout). The barrier opens when every signer pod that is not terminated references the policy object",
    ],
    [
      { method: "status", condition: "Loaded" },
      "reported (status). The barrier opens when the condition Loaded of the policy object is true",
    ],
    [
      { method: "canary" },
      "statistical (canary). The barrier opens when a pod with the dependent's account has asked for the same certificate and got it.",
    ],
    [
      { method: "canary", canary: { successes: 3 } },
      "statistical (canary). The barrier opens when 3 pods with the dependent's account, one after the other,",
    ],
  ])("is told for %j", (written, words) => {
    const input = judgedBy(written);
    expect(flowing(planText(input))).toContain(`Evidence for workload-certificates: ${words}`);
    expect(buildPlan(input).barriers.map(({ method, evidence }) => [method, evidence])).toEqual([
      [written.method, words.split(" ")[0]],
    ]);
  });
});

describe("a canary in the picture of the sync", () => {
  it("waits for a certificate of its requester, not for a policy to be loaded", () => {
    const text = flowing(planText(judgedBy({ method: "canary" })));
    expect(text).toContain("waits up to 5m until example.com/workload has issued what web/web asks for");
    expect(text).not.toContain("until example.com/workload has loaded the grants");
  });

  it("is one of few that are shown where a step has many", () => {
    const one = judgedBy({ method: "canary" });
    const [barrier] = one.barriers;
    if (barrier === undefined) throw new Error("the incident has a barrier");
    const refs = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => ({ ...barrier.ref, name }));
    const steps = one.sync.steps.flatMap((step) =>
      refKey(step.ref) === refKey(barrier.ref) ? refs.map((ref) => ({ ...step, ref })) : [step],
    );
    const barriers = refs.map((ref) => ({ ...barrier, ref }));
    const text = planText({ ...one, barriers, sync: { ...one.sync, steps } });
    expect(text.match(/barrier {3}\w$/gm)).toHaveLength(5);
    expect(text).toMatch(/│ +and 3 more$/m);
  });
});
