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
