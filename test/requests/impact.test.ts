import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { denialImpact } from "../../src/requests/impact.ts";
import { workload } from "./make-manifest.ts";

function impactOf(apiVersion: string, kind: string, spec: JsonObject): string {
  return denialImpact(workload(apiVersion, kind, spec)).impact;
}

function rolling(replicas: number | undefined, bounds: JsonObject): JsonObject {
  return {
    ...(replicas === undefined ? {} : { replicas }),
    strategy: { type: "RollingUpdate", rollingUpdate: bounds },
  };
}

describe("a denial of a Deployment's new pods", () => {
  it.each([
    ["strategy Recreate", { strategy: { type: "Recreate" }, replicas: 3 }, "outage"],
    // Defaults: one replica, 25 % unavailable rounded down, 25 % surge rounded up.
    ["the defaults", {}, "stuck-rollout"],
    ["the defaults with three replicas", { replicas: 3 }, "stuck-rollout"],
    ["the defaults with four replicas, one of which may go", { replicas: 4 }, "degraded"],
    ["a replica that may not go", rolling(1, { maxUnavailable: 0, maxSurge: 1 }), "stuck-rollout"],
    ["one replica that may go", rolling(1, { maxUnavailable: 1 }), "outage"],
    ["one replica, not stated, that may go", rolling(undefined, { maxUnavailable: 1 }), "outage"],
    [
      "one replica and no surge, where rounding would leave nothing to do",
      rolling(1, { maxSurge: 0 }),
      "outage",
    ],
    ["two replicas and no surge", rolling(2, { maxSurge: 0 }), "degraded"],
    ["replicas that may all go", rolling(3, { maxUnavailable: "100%" }), "outage"],
    ["a third of three, rounded down to none", rolling(3, { maxUnavailable: "33%" }), "stuck-rollout"],
    ["more than there are", rolling(2, { maxUnavailable: 5 }), "outage"],
    ["no replicas", { replicas: 0, strategy: { type: "Recreate" } }, "none"],
    ["a paused rollout", { paused: true }, "none"],
  ])("with %s", (_, spec, impact) => {
    expect(impactOf("apps/v1", "Deployment", spec)).toBe(impact);
  });

  it("is told with numbers", () => {
    expect(denialImpact(workload("apps/v1", "Deployment", { replicas: 8 })).because).toBe(
      "the rollout removes 2 of 8 pods (maxUnavailable) and gets no further",
    );
  });
});

describe("a denial of a StatefulSet's new pods", () => {
  const update = (rollingUpdate: JsonObject) => ({ type: "RollingUpdate", rollingUpdate });
  it.each([
    ["the defaults", {}, "outage"],
    ["one replica", { replicas: 1 }, "outage"],
    ["three replicas", { replicas: 3 }, "degraded"],
    ["a partition above all of them", { replicas: 3, updateStrategy: update({ partition: 3 }) }, "none"],
    [
      "a partition that leaves one to update",
      { replicas: 3, updateStrategy: update({ partition: 2 }) },
      "degraded",
    ],
    [
      "all that may go at once",
      { replicas: 3, updateStrategy: update({ maxUnavailable: "100%" }) },
      "outage",
    ],
    [
      "all that may go at once, of which a partition leaves one to update",
      { replicas: 3, updateStrategy: update({ partition: 2, maxUnavailable: "100%" }) },
      "degraded",
    ],
    [
      "a share that rounds to none, which is one",
      { replicas: 3, updateStrategy: update({ maxUnavailable: "10%" }) },
      "degraded",
    ],
    ["replacement by hand", { replicas: 3, updateStrategy: { type: "OnDelete" } }, "degraded"],
    ["all at once", { replicas: 3, updateStrategy: { type: "Recreate" } }, "outage"],
    ["no replicas", { replicas: 0 }, "none"],
  ])("with %s", (_, spec, impact) => {
    expect(impactOf("apps/v1", "StatefulSet", spec)).toBe(impact);
  });
});

describe("a denial of a StatefulSet's new pods, in words", () => {
  it("never removes less than one pod, however small the share", () => {
    const spec = { replicas: 3, updateStrategy: { rollingUpdate: { maxUnavailable: "10%" } } };
    expect(denialImpact(workload("apps/v1", "StatefulSet", spec)).because).toBe(
      "a StatefulSet removes a pod before it makes its successor: 1 of 3 pods is gone and the update gets no further",
    );
  });
});

describe("a denial of a DaemonSet's new pods", () => {
  const surge = (maxSurge: number | string) => ({ updateStrategy: { rollingUpdate: { maxSurge } } });
  it.each([
    ["the defaults", {}, "outage"],
    ["a surge of none", surge(0), "outage"],
    ["a surge of none in percent", surge("0%"), "outage"],
    ["a surge of one", surge(1), "stuck-rollout"],
    ["a surge of a share", surge("1%"), "stuck-rollout"],
    ["replacement by hand", { updateStrategy: { type: "OnDelete" } }, "degraded"],
  ])("with %s", (_, spec, impact) => {
    expect(impactOf("apps/v1", "DaemonSet", spec)).toBe(impact);
  });
});

describe("a denial of a Rollout's new pods", () => {
  const canary = (fields: JsonObject) => ({ strategy: { canary: fields } });
  it.each([
    ["blue and green", { strategy: { blueGreen: { activeService: "api" } } }, "stuck-rollout"],
    [
      "a canary with traffic routing",
      canary({ maxUnavailable: "100%", trafficRouting: {} }),
      "stuck-rollout",
    ],
    ["a canary with the defaults", canary({}), "stuck-rollout"],
    ["a canary of four, one of which may go", { replicas: 4, ...canary({}) }, "degraded"],
    ["a canary that may go all at once", { replicas: 4, ...canary({ maxUnavailable: "100%" }) }, "outage"],
    [
      "a canary that may go all at once, a fifth in its first step",
      { replicas: 5, ...canary({ maxUnavailable: 5, steps: [{ pause: {} }, { setWeight: 20 }] }) },
      "degraded",
    ],
    [
      "a canary of one in small steps",
      canary({ maxUnavailable: 1, maxSurge: 0, steps: [{ setWeight: 5 }] }),
      "outage",
    ],
    ["no strategy", {}, "unknown"],
    ["no replicas", { replicas: 0, ...canary({}) }, "none"],
    ["a paused update", { paused: true, ...canary({}) }, "none"],
  ])("with %s", (_, spec, impact) => {
    expect(impactOf("argoproj.io/v1alpha1", "Rollout", spec)).toBe(impact);
  });
});

describe("a denial of a CloneSet's new pods", () => {
  it.each([
    ["the defaults, where a fifth of one rounds up to one", {}, "outage"],
    ["the defaults with five replicas", { replicas: 5 }, "degraded"],
    [
      "a surge, where a fifth of three rounds down to none",
      { replicas: 3, updateStrategy: { maxSurge: 1 } },
      "stuck-rollout",
    ],
    [
      "the same in v1beta1",
      { replicas: 3, updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      "stuck-rollout",
    ],
    [
      "a partition that leaves all of them old",
      { replicas: 4, updateStrategy: { partition: "100%" } },
      "none",
    ],
    [
      "a partition that leaves one to update",
      { replicas: 4, updateStrategy: { partition: 3, maxUnavailable: "100%" } },
      "degraded",
    ],
    ["a paused update", { updateStrategy: { paused: true } }, "none"],
    ["replacement by hand", { updateStrategy: { type: "OnDelete" } }, "degraded"],
    ["no replicas", { replicas: 0 }, "none"],
  ])("with %s", (_, spec, impact) => {
    expect(impactOf("apps.kruise.io/v1alpha1", "CloneSet", spec)).toBe(impact);
  });
});

describe("a denial of the new groups of a LeaderWorkerSet", () => {
  const rolling = (rollingUpdateConfiguration: JsonObject) => ({
    rolloutStrategy: { rollingUpdateConfiguration },
  });
  it.each([
    ["the defaults", {}, "outage"],
    ["three groups", { replicas: 3 }, "degraded"],
    ["a surge", { replicas: 3, ...rolling({ maxSurge: 1, maxUnavailable: 0 }) }, "stuck-rollout"],
    ["a partition above all of them", { replicas: 3, ...rolling({ partition: 3 }) }, "none"],
    ["no replicas", { replicas: 0 }, "none"],
  ])("with %s", (_, spec, impact) => {
    expect(impactOf("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", spec)).toBe(impact);
  });
});

describe("a denial of the pods of operators", () => {
  it.each([
    ["apps.kruise.io/v1beta1", "StatefulSet", { replicas: 3 }, "degraded"],
    [
      "apps.kruise.io/v1beta1",
      "StatefulSet",
      { replicas: 3, updateStrategy: { rollingUpdate: { paused: true } } },
      "none",
    ],
    ["apps.kruise.io/v1beta1", "DaemonSet", {}, "outage"],
    ["apps.kruise.io/v1beta1", "DaemonSet", { updateStrategy: { rollingUpdate: { paused: true } } }, "none"],
    ["apps.kruise.io/v1alpha1", "BroadcastJob", { paused: true }, "none"],
    ["apps.kruise.io/v1alpha1", "AdvancedCronJob", { paused: true }, "none"],
    ["argoproj.io/v1alpha1", "Workflow", {}, "outage"],
    ["argoproj.io/v1alpha1", "WorkflowTemplate", {}, "none"],
    ["argoproj.io/v1alpha1", "CronWorkflow", { suspend: true }, "none"],
    ["jobset.x-k8s.io/v1alpha2", "JobSet", { suspend: true }, "none"],
    ["postgresql.cnpg.io/v1", "Cluster", { instances: 1 }, "outage"],
    ["postgresql.cnpg.io/v1", "Cluster", { instances: 3 }, "degraded"],
    ["postgresql.cnpg.io/v1", "Pooler", { instances: 3 }, "stuck-rollout"],
    ["postgresql.cnpg.io/v1", "Pooler", { instances: 3, deploymentStrategy: { type: "Recreate" } }, "outage"],
    ["ray.io/v1", "RayCluster", {}, "degraded"],
    ["ray.io/v1", "RayCluster", { upgradeStrategy: { type: "Recreate" } }, "outage"],
    ["ray.io/v1", "RayCluster", { suspend: true }, "none"],
    ["ray.io/v1", "RayJob", {}, "outage"],
    ["ray.io/v1", "RayService", {}, "stuck-rollout"],
    ["ray.io/v1", "RayService", { upgradeStrategy: { type: "None" } }, "none"],
    ["serving.knative.dev/v1", "Service", {}, "stuck-rollout"],
    ["tekton.dev/v1", "TaskRun", {}, "outage"],
    ["tekton.dev/v1", "PipelineRun", { status: "PipelineRunPending" }, "none"],
    ["caches.example.com/v1", "Cache", { replicas: 3 }, "unknown"],
  ])("of %s %s with %j", (apiVersion, kind, spec, impact) => {
    expect(impactOf(apiVersion, kind, spec)).toBe(impact);
  });
});

describe("a denial of other pods", () => {
  it.each([
    ["v1", "Pod", {}, "outage"],
    ["batch/v1", "Job", {}, "outage"],
    ["batch/v1", "Job", { suspend: true }, "none"],
    ["batch/v1", "CronJob", {}, "outage"],
    ["batch/v1", "CronJob", { suspend: true }, "none"],
    ["apps/v1", "ReplicaSet", {}, "degraded"],
    ["apps/v1", "ReplicaSet", { replicas: 0 }, "none"],
    ["v1", "ReplicationController", { replicas: 2 }, "degraded"],
    ["v1", "PodTemplate", {}, "none"],
    ["apps.example.com/v1", "Deployment", { strategy: { type: "Recreate" } }, "unknown"],
  ])("of %s %s with %j", (apiVersion, kind, spec, impact) => {
    expect(impactOf(apiVersion, kind, spec)).toBe(impact);
  });
});
