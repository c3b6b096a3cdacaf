import { describe, expect, it } from "vitest";
import { findBackends } from "../../src/admission/backends.ts";
import type { ClientConfig } from "../../src/admission/webhook.ts";
import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";
import { formatRef } from "../../src/manifest/object-ref.ts";
import { makeManifest } from "./make.ts";

const byService: ClientConfig = { kind: "service", namespace: "policy", name: "check", path: "", port: 443 };

function service(spec: JsonObject, namespace = "policy"): Manifest {
  return makeManifest({ apiVersion: "v1", kind: "Service", metadata: { name: "check", namespace }, spec });
}

function workload(apiVersion: string, kind: string, labels: JsonObject, namespace = "policy"): Manifest {
  return makeManifest({
    apiVersion,
    kind,
    metadata: { name: "check", namespace },
    spec: { template: { metadata: { labels }, spec: { containers: [] } } },
  });
}

function found(manifests: readonly Manifest[], clientConfig = byService): readonly string[] | string {
  const backends = findBackends({ clientConfig }, manifests);
  return typeof backends === "string" ? backends : backends.map(({ ref }) => formatRef(ref));
}

const selecting = service({ selector: { app: "check" } });

describe("the backends of a webhook", () => {
  it.each([
    ["apps/v1", "Deployment"],
    ["apps/v1", "StatefulSet"],
    ["apps/v1", "DaemonSet"],
    ["apps/v1", "ReplicaSet"],
    ["v1", "ReplicationController"],
    ["example.com/v1", "Rollout"],
  ])("are found in a %s %s", (apiVersion, kind) => {
    const labels = { app: "check", tier: "policy" };
    const name = apiVersion.startsWith("example.com") ? `${kind}.example.com` : kind;
    expect(found([selecting, workload(apiVersion, kind, labels)])).toEqual([`${name}/policy/check`]);
  });

  it("are bare pods too", () => {
    const pod = makeManifest({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "check", namespace: "policy", labels: { app: "check" } },
      spec: { containers: [] },
    });
    expect(found([selecting, pod])).toEqual(["Pod/policy/check"]);
  });

  it("are all that the Service selects, in the order of the render", () => {
    const both = [
      workload("apps/v1", "StatefulSet", { app: "check" }),
      workload("apps/v1", "DaemonSet", { app: "check" }),
    ];
    expect(found([...both, selecting])).toEqual(["StatefulSet/policy/check", "DaemonSet/policy/check"]);
  });

  it.each([
    ["another namespace", workload("apps/v1", "Deployment", { app: "check" }, "web")],
    ["other labels", workload("apps/v1", "Deployment", { app: "other" })],
    ["labels that are missing", workload("apps/v1", "Deployment", {})],
    ["a Job, whose pods come and go", workload("batch/v1", "Job", { app: "check" })],
  ])("are not in %s", (_, other) => {
    expect(found([selecting, other])).toBe("unknown");
  });

  it.each([
    ["the Service is not part of the render", []],
    ["the Service is one of another namespace", [service({ selector: { app: "check" } }, "web")]],
    ["the Service has no selector", [service({})]],
    ["nothing says whom to call", [selecting], { kind: "none" } as const],
    ["the address is none", [selecting], { kind: "url", url: "check" } as const],
  ])("are unknown where %s", (_, manifests, config: ClientConfig = byService) => {
    expect(found([...manifests, workload("apps/v1", "Deployment", { app: "check" })], config)).toBe(
      "unknown",
    );
  });

  it("are outside of the cluster with an address, or a Service that is only a name", () => {
    const deployment = workload("apps/v1", "Deployment", { app: "check" });
    expect(found([selecting, deployment], { kind: "url", url: "https://check.example.com/admit" })).toBe(
      "outside",
    );
    expect(found([service({ type: "ExternalName", externalName: "check.example.com" }), deployment])).toBe(
      "outside",
    );
  });

  it("are inside with the address of a Service", () => {
    const deployment = workload("apps/v1", "Deployment", { app: "check" });
    for (const host of ["check.policy.svc", "check.policy.svc.cluster.local"]) {
      expect(found([selecting, deployment], { kind: "url", url: `https://${host}:443/admit` })).toEqual([
        "Deployment/policy/check",
      ]);
    }
  });

  it("are those of the last Service of that name, as Argo CD applies it", () => {
    const deployment = workload("apps/v1", "Deployment", { app: "new" });
    expect(found([selecting, deployment, service({ selector: { app: "new" } })])).toEqual([
      "Deployment/policy/check",
    ]);
  });
});
