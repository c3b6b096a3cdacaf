import jsonPatch from "fast-json-patch";
import { describe, expect, it } from "vitest";
import { reportFindings } from "../../src/findings/report-finding.ts";
import { planFormatNames, planFormats } from "../../src/report/formats.ts";
import { planJson } from "../../src/report/plan-json.ts";
import { buildPlan, Plan } from "../../src/report/plan-report.ts";
import { wavePatch } from "../../src/report/wave-patch.ts";
import { manifestOf } from "../barrier/samples.ts";
import { oneOfEach } from "../findings/samples.ts";
import { large, manyWaves, planInputOf, refs, webAndSigner } from "./samples.ts";

const incident = planInputOf(webAndSigner, {
  edits: [{ offset: 120, removed: "", inserted: "x" }],
  findings: reportFindings(oneOfEach, {}),
});
const plan = buildPlan(incident);

describe("the Plan", () => {
  it("is what its own schema says, for every size and with every finding", () => {
    for (const input of [incident, planInputOf(manyWaves), planInputOf(large), planInputOf([])]) {
      const parsed = JSON.parse(planJson(input));
      expect(Plan.parse(parsed)).toEqual(parsed);
    }
  });

  it("has exactly these parts, in this order", () => {
    expect(Object.keys(plan)).toEqual([
      "apiVersion",
      "kind",
      "application",
      "renderer",
      "objects",
      "edits",
      "requesters",
      "barriers",
      "timeline",
      "outcome",
      "waits",
      "findings",
    ]);
    expect([plan.apiVersion, plan.kind, plan.application, plan.renderer, plan.outcome]).toEqual([
      "grantwave.dev/v1alpha1",
      "Plan",
      "web-and-signer",
      { tool: "kustomize", version: "v5.8.1" },
      "Succeeded",
    ]);
  });

  it("tells each object with its waves, and of the moved one why and how", () => {
    const barrier = { group: "batch", kind: "Job", namespace: "web", name: plan.barriers[0]?.name };
    expect(plan.objects[3]).toEqual({
      ref: refs.policy,
      source: { file: "cert-signer/pod-cert-signer.yaml", line: 1, document: 1 },
      phases: ["Sync"],
      wave: { from: 0, to: -1000 },
      because: [{ reason: "grant", other: barrier }],
      patch: [
        {
          op: "add",
          path: "/metadata/annotations",
          value: { "argocd.argoproj.io/sync-wave": "-1000" },
        },
      ],
    });
    expect(plan.objects[7]).toEqual({
      ref: refs.deployment("web", "web"),
      source: { file: "web/web.yaml", line: 1, document: 1 },
      phases: ["Sync"],
      wave: { from: 0, to: 0 },
      because: [],
      patch: [],
    });
  });

  it("tells each requester with the answer it gets, and each barrier with those it waits for", () => {
    expect(plan.requesters).toEqual([
      {
        cluster: "https://kubernetes.default.svc",
        signerName: "example.com/workload",
        namespace: "web",
        serviceAccountName: "web",
        keyType: "ECDSAP256",
        dependent: refs.deployment("web", "web"),
        path: "spec.template.spec.volumes[0].projected.sources[0]",
        source: { file: "web/web.yaml", line: 1, document: 1 },
        status: "granted",
        grant: { policy: refs.policy, path: 'data["policy.json"].grants[0]', summary: "any" },
        isNew: true,
      },
    ]);
    expect(plan.barriers).toEqual([
      {
        name: incident.barriers[0]?.ref.name,
        phase: "Sync",
        wave: -1,
        signerName: "example.com/workload",
        method: "settle",
        evidence: "bounded",
        waitsFor: [0],
        timeoutSeconds: 300,
      },
    ]);
    const denied = buildPlan(planInputOf(manyWaves)).requesters.find(({ status }) => status === "denied");
    expect([denied?.denial, denied?.grant]).toEqual([
      { reason: "NoGrant", detail: "no grant covers shop/denied" },
      undefined,
    ]);
  });

  it("tells the order in which Argo CD applies: the policy, then the barrier, then its dependent", () => {
    const places = [refs.policy.name, plan.barriers[0]?.name, "web"].map((name) =>
      plan.timeline.findIndex(
        ({ ref }) =>
          ref.name === name &&
          ref.kind !== "Namespace" &&
          ref.kind !== "ServiceAccount" &&
          ref.kind !== "Service",
      ),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(plan.timeline.filter(({ injected }) => injected).map(({ ref }) => ref.name)).toEqual([
      plan.barriers[0]?.name,
    ]);
    expect(plan.timeline).toHaveLength(webAndSigner.length + 1);
  });

  it("leaves the deletion of hooks out of the timeline", () => {
    const input = planInputOf(manyWaves);
    expect(input.sync.steps.some(({ op }) => op === "hook-delete")).toBe(true);
    expect(buildPlan(input).timeline).toHaveLength(manyWaves.length + input.barriers.length);
  });
});

describe("the patch of a moved object", () => {
  const wave = "argocd.argoproj.io/sync-wave";
  const objects = {
    "without annotations": { metadata: { name: "policy" } },
    "with a wave": { metadata: { name: "policy", annotations: { [wave]: "3", "example.com/a~/b": "x" } } },
    "with other annotations": { metadata: { annotations: { "example.com/owner": "team-a" } } },
    "with annotations that are null": { metadata: { annotations: null } },
  };

  for (const [name, value] of Object.entries(objects)) {
    it(`sets the wave and nothing else, ${name}`, () => {
      const manifest = manifestOf(refs.policy, 0, value);
      const before = structuredClone(value);
      const patched = jsonPatch.applyPatch(
        structuredClone(value),
        [...wavePatch(manifest, -1000)],
        true,
        true,
      );
      expect(patched.newDocument).toEqual({
        metadata: {
          ...value.metadata,
          annotations: { ...Object(value.metadata).annotations, [wave]: "-1000" },
        },
      });
      expect(manifest.value).toEqual(before);
    });
  }
});

describe("the formats of a plan", () => {
  it("are these, and each makes a text that ends with a line break", () => {
    expect(planFormatNames).toEqual(["text", "json", "mermaid"]);
    for (const name of planFormatNames) expect(planFormats[name](incident)).toMatch(/[^\n]\n$/);
  });
});
