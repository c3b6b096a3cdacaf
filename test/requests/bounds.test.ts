import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { maxSources } from "../../src/requests/certificate-sources.ts";
import { findRequesters, maxRequesters } from "../../src/requests/find-requesters.ts";
import { certificateVolume, deployment, makeManifest, workload } from "./make-manifest.ts";

function volumes(count: number): readonly JsonObject[] {
  return new Array<JsonObject>(count).fill(certificateVolume());
}

function rollouts(count: number) {
  return Array.from({ length: count }, (_, index) =>
    makeManifest({
      apiVersion: "argoproj.io/v1alpha1",
      kind: "Rollout",
      metadata: { name: `rollout-${index}` },
      spec: { workloadRef: { apiVersion: "apps/v1", kind: "Deployment", name: "server" } },
    }),
  );
}

describe("what hostile objects can make of the search", () => {
  it("stops at the limit of one object where accounts multiply its sources", () => {
    const names = Array.from({ length: 300 }, (_, index) => `task-${index}`);
    const run = workload("tekton.dev/v1", "PipelineRun", {
      taskRunTemplate: { podTemplate: { volumes: volumes(100) } },
      taskRunSpecs: names.map((name) => ({ pipelineTaskName: name, serviceAccountName: name })),
    });
    const { value, findings } = findRequesters([run]);
    expect(value).toHaveLength(maxSources);
    expect(findings).toMatchObject([
      { code: "certificate-sources-too-many", refs: [run.ref], args: { limit: maxSources } },
    ]);
  });

  it("stops at the limit of a render where many objects run one template", () => {
    const lender = deployment({}, { volumes: volumes(maxSources) });
    const { value, findings } = findRequesters([lender, ...rollouts(30)]);
    expect(value.length).toBeLessThanOrEqual(maxRequesters);
    expect(findings).toEqual([
      { code: "certificate-sources-too-many", refs: [], source: null, args: { limit: maxRequesters } },
    ]);
  });

  it("looks at each template of a workflow once, however many sources there are", () => {
    const mounts = { volumeMounts: [{ name: "certificate", mountPath: "/tls" }] };
    const workflow = workload("argoproj.io/v1alpha1", "Workflow", {
      serviceAccountName: "one",
      templates: new Array(100_000).fill({ container: mounts }),
      volumes: volumes(5_000),
    });
    expect(findRequesters([workflow]).value).toHaveLength(5_000);
  });

  it("ends where a template refers to what refers to it", () => {
    const pipeline = (name: string, task: string) =>
      makeManifest({
        apiVersion: "tekton.dev/v1",
        kind: "Pipeline",
        metadata: { name },
        spec: { tasks: [{ name: "again", taskRef: { name: task } }] },
      });
    const run = workload("tekton.dev/v1", "PipelineRun", { pipelineRef: { name: "circle" } });
    expect(findRequesters([run, pipeline("circle", "circle")]).findings.map(({ code }) => code)).toEqual([
      "template-missing",
    ]);
  });

  it.each([
    ["argoproj.io/v1alpha1", "Rollout", { workloadRef: "text" }],
    ["argoproj.io/v1alpha1", "Rollout", { workloadRef: { name: 5 } }],
    ["argoproj.io/v1alpha1", "Workflow", { templates: {}, workflowTemplateRef: [] }],
    ["argoproj.io/v1alpha1", "CronWorkflow", { workflowSpec: null }],
    ["tekton.dev/v1", "PipelineRun", { pipelineSpec: [], taskRunSpecs: [null, 1, "text"] }],
    ["tekton.dev/v1", "TaskRun", { taskRef: null }],
    ["ray.io/v1", "RayCluster", { headGroupSpec: [], enableInTreeAutoscaling: "yes" }],
    ["postgresql.cnpg.io/v1", "Cluster", null],
  ])("is not put off by a malformed %s %s with %j", (apiVersion, kind, spec) => {
    expect(findRequesters([workload(apiVersion, kind, spec)])).toEqual({ value: [], findings: [] });
  });
});
