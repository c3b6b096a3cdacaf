import { describe, expect, it } from "vitest";
import { matchWebhook } from "../../src/admission/match-webhook.ts";
import { admissionContext, requestFor } from "../../src/admission/request-for.ts";
import { resourcesOf } from "../../src/admission/resources.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { makeManifest, makePod, makeWebhook } from "./make.ts";

const namespace = makeManifest({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "web", labels: { team: "a" } },
});

function definition(fields: JsonObject = {}, schema: JsonObject = {}) {
  return makeManifest({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "policies.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Policy", plural: "policies" },
      scope: "Cluster",
      versions: [
        { name: "v1", served: true, schema: { openAPIV3Schema: schema } },
        { name: "v1beta1", served: true },
        { name: "v1alpha1", served: false },
      ],
      ...fields,
    },
  });
}

const policy = makeManifest({
  apiVersion: "example.com/v1",
  kind: "Policy",
  metadata: { name: "strict", namespace: "web" },
});

describe("the resource of a kind", () => {
  it.each([
    ["", "Pod", "pods", true],
    ["", "Endpoints", "endpoints", true],
    ["", "Namespace", "namespaces", false],
    ["networking.k8s.io", "Ingress", "ingresses", true],
    ["networking.k8s.io", "NetworkPolicy", "networkpolicies", true],
    ["rbac.authorization.k8s.io", "ClusterRole", "clusterroles", false],
    ["certificates.k8s.io", "PodCertificateRequest", "podcertificaterequests", true],
    ["storage.k8s.io", "StorageClass", "storageclasses", false],
  ])("%s %s is %s", (group, kind, resource, isNamespaced) => {
    expect(resourcesOf([]).find(group, kind)).toMatchObject({ resource, isNamespaced });
  });

  it("comes from a definition of the same render", () => {
    expect(resourcesOf([definition()]).find("example.com", "Policy")).toMatchObject({
      resource: "policies",
      isNamespaced: false,
      equivalents: [
        { group: "example.com", version: "v1", resource: "policies", kind: "Policy" },
        { group: "example.com", version: "v1beta1", resource: "policies", kind: "Policy" },
      ],
    });
  });

  it.each([
    ["nothing defines it", []],
    ["its definition has no plural", [definition({ names: { kind: "Policy" } })]],
    ["its definition has no scope", [definition({ scope: "Everywhere" })]],
    ["its definition has no versions", [definition({ versions: null })]],
  ])("is not guessed where %s", (_, manifests) => {
    expect(resourcesOf(manifests).find("example.com", "Policy")).toBeUndefined();
  });

  it("of a built-in kind is nothing that a definition can change", () => {
    const impostor = definition({ group: "apps", names: { kind: "Deployment", plural: "impostors" } });
    expect(resourcesOf([impostor]).find("apps", "Deployment")?.resource).toBe("deployments");
  });

  it("is known under its other names", () => {
    const versions = (group: string, kind: string) =>
      resourcesOf([])
        .find(group, kind)
        ?.equivalents.map((other) => `${other.group}/${other.version}`);
    expect(versions("autoscaling", "HorizontalPodAutoscaler")).toEqual(["autoscaling/v2", "autoscaling/v1"]);
    expect(versions("", "Event")).toEqual(["/v1", "events.k8s.io/v1"]);
    expect(versions("resource.k8s.io", "ResourceClaim")).toEqual(["resource.k8s.io/v1"]);
  });
});

describe("the request for an object", () => {
  it("to be created carries what the API server would", () => {
    const pod = makeManifest(makePod());
    expect(requestFor(pod, "CREATE", admissionContext([namespace, pod]))).toEqual({
      operation: "CREATE",
      group: "",
      version: "v1",
      resource: "pods",
      subresource: "",
      kind: "Pod",
      namespace: "web",
      name: "server",
      namespaceLabels: { team: "a", "kubernetes.io/metadata.name": "web" },
      object: makePod(),
      oldObject: null,
      userInfo: {},
      dryRun: false,
      equivalents: [{ group: "", version: "v1", resource: "pods", kind: "Pod" }],
      unknown: ["userInfo", "annotations"],
    });
  });

  it("knows one label of a Namespace that is not part of the render", () => {
    const request = requestFor(makeManifest(makePod()), "CREATE", admissionContext([]));
    expect(request.namespaceLabels).toEqual({ "kubernetes.io/metadata.name": "web" });
    expect(request.unknown).toEqual(["userInfo", "annotations", "namespaceLabels"]);
  });

  it("to be changed does not know what else the cluster has", () => {
    const request = requestFor(makeManifest(makePod()), "UPDATE", admissionContext([namespace]));
    expect(request.unknown).toEqual(["userInfo", "annotations", "object", "oldObject"]);
  });

  it("is without a namespace where its definition says so", () => {
    const request = requestFor(policy, "CREATE", admissionContext([definition(), namespace]));
    expect(request).toMatchObject({ resource: "policies", namespace: "" });
    expect(request.unknown).toEqual(["userInfo", "annotations", "namespaceLabels"]);
  });

  it("may be filled in where its definition has defaults", () => {
    const schema = { properties: { spec: { properties: { mode: { type: "string", default: "fast" } } } } };
    const request = requestFor(policy, "CREATE", admissionContext([definition({}, schema)]));
    expect(request.unknown).toContain("defaults");
  });

  it("of a kind that nothing defines has no resource and no certain scope", () => {
    const request = requestFor(policy, "CREATE", admissionContext([namespace]));
    expect(request.resource).toBe("");
    expect(request.unknown).toEqual([
      "userInfo",
      "annotations",
      "resource",
      "scope",
      "equivalents",
      "defaults",
    ]);
  });

  it("fills in the destination's namespace", () => {
    const pod = makeManifest({ ...makePod(), metadata: { name: "server" } });
    const placed = { ...pod, ref: { ...pod.ref, namespace: "web" } };
    expect(requestFor(placed, "CREATE", admissionContext([])).object).toMatchObject({
      metadata: { name: "server", namespace: "web" },
    });
    expect(pod.value["metadata"]).toEqual({ name: "server" });
  });

  it("without a name has one that nobody knows yet", () => {
    const pod = makeManifest({ ...makePod(), metadata: { generateName: "server-", namespace: "web" } });
    expect(requestFor(pod, "CREATE", admissionContext([namespace])).unknown).toContain("name");
  });

  it("of a Namespace is in itself", () => {
    const request = requestFor(namespace, "CREATE", admissionContext([namespace]));
    expect(request).toMatchObject({ resource: "namespaces", namespace: "web", name: "web" });
  });
});

describe("put to a webhook", () => {
  const exceptOwn = makeWebhook({
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
    namespaceSelector: {
      matchExpressions: [
        { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system", "policy"] },
      ],
    },
  });
  const match = (manifest: ReturnType<typeof makeManifest>, webhook = exceptOwn) =>
    matchWebhook(webhook, requestFor(manifest, "CREATE", admissionContext([]))).match;
  const podIn = (place: string) =>
    makeManifest({ ...makePod(), metadata: { name: "server", namespace: place, labels: {} } });

  it("a namespace is told by its name even where it is not part of the render", () => {
    expect([podIn("web"), podIn("policy")].map((pod) => match(pod))).toEqual(["yes", "no"]);
  });

  it("a namespace that is excluded by a label of its own is not told", () => {
    const byLabel = makeWebhook({
      namespaceSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] },
    });
    expect(match(podIn("web"), byLabel)).toBe("unknown");
    expect(
      matchWebhook(byLabel, requestFor(podIn("web"), "CREATE", admissionContext([namespace]))).match,
    ).toBe("yes");
  });

  it("a kind that nothing defines matches stars, and perhaps a plural", () => {
    const rule = { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["*"] };
    const forRule = (resources: readonly string[]) =>
      match(policy, makeWebhook({ rules: [{ ...rule, resources }] }));
    expect([["*"], ["policies"], ["policies/status"]].map(forRule)).toEqual(["yes", "unknown", "no"]);
    expect(match(policy, exceptOwn)).toBe("no");
  });

  it("another version of a kind that nothing defines is perhaps an equivalent", () => {
    const rule = { apiGroups: ["example.com"], apiVersions: ["v2"], operations: ["*"], resources: ["*"] };
    expect(match(policy, makeWebhook({ rules: [rule] }))).toBe("unknown");
    expect(match(policy, makeWebhook({ rules: [rule], matchPolicy: "Exact" }))).toBe("no");
  });
});
