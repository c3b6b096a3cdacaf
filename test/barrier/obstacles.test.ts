import { describe, expect, it } from "vitest";
import { findObstacles } from "../../src/barrier/obstacles.ts";
import type { Finding } from "../../src/findings/finding.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { manifestOf, policyRef } from "./samples.ts";
import { groupBy, signerBy, signerDeployment } from "./signers-by-method.ts";

const canary = [groupBy("canary")];
const workloadRef = { group: "apps", kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" };

function scaler(kind: string, name: string, namespace = "cert-signer") {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
  return manifestOf({ group: "autoscaling", kind, namespace, name: "scaler" }, 1, {
    spec: { scaleTargetRef },
  });
}

function whySeveral(findings: readonly Finding[]): readonly unknown[] {
  return findings.map(({ code, args }) => [code, "because" in args ? args.because : undefined]);
}

describe("a canary", () => {
  it.each<[string, JsonObject]>([
    ["that says one", { replicas: 1 }],
    ["that leaves it to Kubernetes, which makes it one", {}],
  ])("proves something of a signer %s", (_, spec) => {
    expect(findObstacles(canary, [signerDeployment(spec)])).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ["has two", { replicas: 2 }],
    ["has none, so that somebody else decides", { replicas: 0 }],
    ["says what is no number", { replicas: "1" }],
  ])("proves nothing where the signer %s", (_, spec) => {
    expect(findObstacles(canary, [signerDeployment(spec)])).toEqual([
      {
        code: "canary-replicas",
        refs: [workloadRef],
        source: { file: "pod-cert-signer.yaml", line: 1, document: 1 },
        args: { signer: "workload-certificates", because: "replicas" },
      },
    ]);
  });

  it("proves nothing where the signer's workload is elsewhere or not known at all", () => {
    expect(findObstacles(canary, [])).toEqual([
      {
        code: "canary-replicas",
        refs: [workloadRef],
        source: null,
        args: { signer: "workload-certificates", because: "elsewhere" },
      },
    ]);
    const unknown = groupBy("canary", { signer: { ...signerBy("canary"), workload: undefined } });
    expect(whySeveral(findObstacles([unknown], []))).toEqual([["canary-replicas", "unconfigured"]]);
  });

  it("proves nothing of a DaemonSet, nor of what an autoscaler of this render scales", () => {
    const workload = { kind: "DaemonSet", namespace: "cert-signer", name: "pod-cert-signer" } as const;
    const onNodes = groupBy("canary", { signer: { ...signerBy("canary"), workload } });
    const daemonSet = manifestOf({ ...workloadRef, kind: "DaemonSet" });
    expect(whySeveral(findObstacles([onNodes], [daemonSet]))).toEqual([["canary-replicas", "every-node"]]);
    for (const kind of ["HorizontalPodAutoscaler", "ScaledObject"]) {
      const render = [signerDeployment({}), scaler(kind, "pod-cert-signer")];
      expect(whySeveral(findObstacles(canary, render))).toEqual([["canary-replicas", "scaled"]]);
    }
  });

  it("is not held back by autoscalers of something else", () => {
    const others = [
      scaler("HorizontalPodAutoscaler", "web"),
      scaler("ScaledObject", "pod-cert-signer", "web"),
    ];
    expect(findObstacles(canary, [signerDeployment({ replicas: 1 }), ...others])).toEqual([]);
  });

  it("may be accepted for a signer with several replicas", () => {
    const accepted = groupBy("canary", {}, { canary: { replicas: "accepted" } });
    expect(findObstacles([accepted], [signerDeployment({ replicas: 3 })])).toEqual([]);
    expect(findObstacles([accepted], [])).toEqual([]);
  });

  it("is told once, however many barriers its signer has", () => {
    const groups = [groupBy("canary"), groupBy("canary", { phase: "PostSync" })];
    expect(whySeveral(findObstacles(groups, []))).toEqual([["canary-replicas", "elsewhere"]]);
  });
});

describe("method rollout", () => {
  const named = (name: string, value: JsonObject = {}) =>
    groupBy("rollout", { policyManifest: manifestOf({ ...policyRef, name }, 0, value) });

  it("is right for a name that carries the content, and for content that cannot change", () => {
    expect(findObstacles([named("pod-cert-signer-8m2t4kbd5h")], [])).toEqual([]);
    expect(findObstacles([named("pod-cert-signer", { immutable: true })], [])).toEqual([]);
  });

  it("leaves an external policy to the barrier, which sees the live one", () => {
    expect(findObstacles([groupBy("rollout", { policyManifest: undefined })], [])).toEqual([]);
  });

  it.each([
    "pod-cert-signer",
    "pod-cert-signer-8m2t4kbd5",
    "pod-cert-signer-8m2t4kbd5ha",
    "pod-cert-signer-8M2t4kbd5h",
    "pod-cert-signer-configured",
  ])("is an error for the name %s", (name) => {
    expect(findObstacles([named(name)], [])).toEqual([
      {
        code: "rollout-name-fixed",
        refs: [{ ...policyRef, name }],
        source: { file: `${name}.yaml`, line: 1, document: 1 },
        args: { signer: "workload-certificates" },
      },
    ]);
  });

  it.each<[string, JsonObject]>([
    ["false", { immutable: false }],
    ["the text true, which Kubernetes refuses", { immutable: "true" }],
  ])("does not take immutable: %s for a promise", (_, value) => {
    expect(findObstacles([named("pod-cert-signer", value)], []).map(({ code }) => code)).toEqual([
      "rollout-name-fixed",
    ]);
  });
});

describe("method status", () => {
  it("is right for a custom resource, whatever its kind is called", () => {
    const ref = { ...policyRef, group: "example.com", kind: "ConfigMap" };
    expect(findObstacles([groupBy("status", { policyManifest: manifestOf(ref) })], [])).toEqual([]);
  });

  it("is an error for a ConfigMap or Secret, in this render or in the cluster", () => {
    for (const kind of ["ConfigMap", "Secret"]) {
      const ref = { ...policyRef, kind };
      const groups = [
        groupBy("status", { policy: ref, policyManifest: manifestOf(ref) }),
        groupBy("status", { policy: ref, policyManifest: undefined }),
      ];
      for (const group of groups) {
        expect(findObstacles([group], [])).toMatchObject([
          { code: "policy-without-status", refs: [ref], args: { signer: "workload-certificates" } },
        ]);
      }
    }
  });
});
