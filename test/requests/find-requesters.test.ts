import { describe, expect, it } from "vitest";
import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";
import { findRequesters } from "../../src/requests/find-requesters.ts";
import { certificateVolume, deployment, makeManifest, podSpec, workload } from "./make-manifest.ts";

/** `path → account` of everything found in one object. */
function found(manifest: Manifest): Record<string, string> {
  const { value } = findRequesters([manifest]);
  return Object.fromEntries(value.map(({ path, serviceAccountName }) => [path, serviceAccountName]));
}

describe("well-known kinds", () => {
  const podTemplate = { spec: podSpec({ serviceAccountName: "server" }) };
  const inSpec = "spec.template.spec.volumes[0].projected.sources[0]";
  it.each([
    ["v1", "Pod", podTemplate.spec, "spec.volumes[0].projected.sources[0]"],
    ["apps/v1", "Deployment", { template: podTemplate }, inSpec],
    ["apps/v1", "StatefulSet", { template: podTemplate }, inSpec],
    ["apps/v1", "DaemonSet", { template: podTemplate }, inSpec],
    ["apps/v1", "ReplicaSet", { template: podTemplate }, inSpec],
    ["v1", "ReplicationController", { template: podTemplate }, inSpec],
    ["batch/v1", "Job", { template: podTemplate }, inSpec],
    [
      "batch/v1",
      "CronJob",
      { jobTemplate: { spec: { template: podTemplate } } },
      "spec.jobTemplate.spec.template.spec.volumes[0].projected.sources[0]",
    ],
  ])("finds the certificate source of a %s %s", (apiVersion, kind, spec, path) => {
    expect(found(workload(apiVersion, kind, spec))).toEqual({ [path]: "server" });
  });

  it("finds the certificate source of a PodTemplate, which has no spec around its template", () => {
    const manifest = makeManifest({
      apiVersion: "v1",
      kind: "PodTemplate",
      metadata: { name: "server" },
      template: podTemplate,
    });
    expect(found(manifest)).toEqual({ "template.spec.volumes[0].projected.sources[0]": "server" });
  });

  it("looks nowhere else in them", () => {
    const misplaced = workload("apps/v1", "Deployment", {
      ...podSpec(),
      template: { spec: { containers: [] } },
    });
    expect(found(misplaced)).toEqual({});
  });

  it("does not take a kind of another group for the well-known one of that name", () => {
    const manifest = workload("batch.volcano.sh/v1alpha1", "Job", {
      tasks: [{ template: podTemplate }, { template: podTemplate }],
    });
    expect(Object.keys(found(manifest))).toEqual([
      "spec.tasks[0].template.spec.volumes[0].projected.sources[0]",
      "spec.tasks[1].template.spec.volumes[0].projected.sources[0]",
    ]);
  });
});

describe("what a requester says", () => {
  it("carries all that a signer looks at", () => {
    const manifest = deployment(
      {},
      {
        serviceAccountName: "server",
        volumes: [
          certificateVolume({
            keyType: "ED25519",
            maxExpirationSeconds: 7200,
            userAnnotations: { "example.com/dns-names": "server.web.svc" },
          }),
        ],
      },
    );
    expect(findRequesters([manifest])).toEqual({
      value: [
        {
          dependent: manifest,
          path: "spec.template.spec.volumes[0].projected.sources[0]",
          source: manifest.source,
          signerName: "example.com/workload",
          namespace: "web",
          serviceAccountName: "server",
          keyType: "ED25519",
          maxExpirationSeconds: 7200,
          userAnnotations: { "example.com/dns-names": "server.web.svc" },
        },
      ],
      findings: [],
    });
  });

  it("keeps key types that nobody knows yet", () => {
    const manifest = deployment({}, { volumes: [certificateVolume({ keyType: "MLDSA65" })] });
    expect(findRequesters([manifest]).value).toMatchObject([{ keyType: "MLDSA65" }]);
  });

  it("makes one requester of each source of each volume, beside sources of other kinds", () => {
    const token = { serviceAccountToken: { path: "token" } };
    const [first] = (certificateVolume()["projected"] as { sources: JsonObject[] }).sources;
    const manifest = deployment(
      {},
      {
        volumes: [
          { name: "scratch", emptyDir: {} },
          { name: "both", projected: { sources: [token, first as JsonObject, first as JsonObject] } },
          certificateVolume(),
        ],
      },
    );
    expect(Object.keys(found(manifest))).toEqual([
      "spec.template.spec.volumes[1].projected.sources[1]",
      "spec.template.spec.volumes[1].projected.sources[2]",
      "spec.template.spec.volumes[2].projected.sources[0]",
    ]);
  });

  it("reads userAnnotations without falling for names of JavaScript's own", () => {
    const annotations = JSON.parse('{ "__proto__": "a", "constructor": "b" }') as JsonObject;
    const manifest = deployment({}, { volumes: [certificateVolume({ userAnnotations: annotations })] });
    const [requester] = findRequesters([manifest]).value;
    expect(Object.entries(requester?.userAnnotations ?? {})).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
  });

  it.each([
    [{ signerName: null }, "signerName must be a string"],
    [{ signerName: "" }, "signerName must be a string"],
    [{ keyType: 256 }, "keyType must be a string"],
    [{ maxExpirationSeconds: "1h" }, "maxExpirationSeconds must be a whole number"],
    [{ userAnnotations: { "example.com/a": 1 } }, "userAnnotations must be a mapping of strings"],
    [{ userAnnotations: ["a"] }, "userAnnotations must be a mapping of strings"],
  ])("reports a block with %j and leaves it out", (request, problem) => {
    const { value, findings } = findRequesters([deployment({}, { volumes: [certificateVolume(request)] })]);
    expect(value).toEqual([]);
    expect(findings).toMatchObject([
      {
        code: "certificate-source-malformed",
        args: { path: "spec.template.spec.volumes[0].projected.sources[0]", problem },
      },
    ]);
  });
});

describe("namespaces", () => {
  it("puts a workload without a namespace into the destination namespace, and leaves the object alone", () => {
    const object = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "server" },
      spec: { template: { spec: podSpec() } },
    };
    const before = structuredClone(object);
    const inShop = findRequesters([makeManifest(object, "shop")]).value;
    const inYard = findRequesters([makeManifest(object, "yard")]).value;
    expect([...inShop, ...inYard]).toMatchObject([{ namespace: "shop" }, { namespace: "yard" }]);
    expect(object).toEqual(before);
  });

  it("passes over objects without a namespace: they make no pods", () => {
    const policy = workload("policies.example.com/v1", "PodDefaults", podSpec());
    const clusterWide = { ...policy, ref: { ...policy.ref, namespace: "" } };
    expect(Object.keys(found(policy))).toEqual(["spec.volumes[0].projected.sources[0]"]);
    expect(found(clusterWide)).toEqual({});
  });
});

describe("service accounts", () => {
  const workloads = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"];
  it.each([
    ["only the old name of the field", { serviceAccount: "old" }, "old"],
    ["both names with one value", { serviceAccountName: "same", serviceAccount: "same" }, "same"],
    ["both names with two values", { serviceAccountName: "new", serviceAccount: "old" }, "new"],
    ["none", {}, "default"],
    ["an empty string", { serviceAccountName: "" }, "default"],
    ["an empty string beside the old name", { serviceAccountName: "", serviceAccount: "old" }, "old"],
    ["a null", { serviceAccountName: null }, "default"],
  ])("reads %s alike in every kind", (_, pod, expected) => {
    const template = { spec: podSpec(pod) };
    const manifests = [
      workload("v1", "Pod", template.spec),
      ...workloads.map((kind) => workload("apps/v1", kind, { template })),
      workload("batch/v1", "Job", { template }),
      workload("batch/v1", "CronJob", { jobTemplate: { spec: { template } } }),
    ];
    const accounts = findRequesters(manifests).value.map((requester) => requester.serviceAccountName);
    expect(accounts).toEqual(manifests.map(() => expected));
  });

  it("warns of two different names once for a pod spec, however many sources it has", () => {
    const manifest = deployment(
      {},
      {
        serviceAccountName: "new",
        serviceAccount: "old",
        volumes: [certificateVolume(), certificateVolume()],
      },
    );
    expect(findRequesters([manifest]).findings).toEqual([
      {
        code: "service-account-conflict",
        refs: [manifest.ref],
        source: manifest.source,
        args: { used: "new", ignored: "old" },
      },
    ]);
  });

  it("says nothing of two equal names", () => {
    const manifest = deployment({}, { serviceAccountName: "same", serviceAccount: "same" });
    expect(findRequesters([manifest]).findings).toEqual([]);
  });

  it("takes the nearest account where a custom resource keeps account and volumes apart", () => {
    const manifest = workload("builds.example.com/v1", "Build", {
      serviceAccountName: "outer",
      runTemplate: { serviceAccountName: "builder", podTemplate: { volumes: [certificateVolume()] } },
      steps: [{ extraVolumes: [certificateVolume()] }],
    });
    expect(found(manifest)).toEqual({
      "spec.runTemplate.podTemplate.volumes[0].projected.sources[0]": "builder",
      "spec.steps[0].extraVolumes[0].projected.sources[0]": "outer",
    });
  });

  it("does not take the account of a neighbour", () => {
    const manifest = workload("crews.example.com/v1", "Crew", {
      captain: { template: { spec: podSpec({ serviceAccountName: "captain" }) } },
      sailors: [{ template: { spec: podSpec() } }],
    });
    expect(found(manifest)).toEqual({
      "spec.captain.template.spec.volumes[0].projected.sources[0]": "captain",
      "spec.sailors[0].template.spec.volumes[0].projected.sources[0]": "default",
    });
  });
});

describe("what only looks like a certificate source", () => {
  const text = JSON.stringify(podSpec());
  const spec = { template: { spec: podSpec() } };
  it.each([
    [
      "text in a ConfigMap",
      makeManifest({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
        data: { "pod.yaml": text },
      }),
    ],
    [
      "a schema with a default",
      workload("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
        versions: [{ schema: { openAPIV3Schema: { properties: { spec: { default: podSpec() } } } } }],
      }),
    ],
    [
      "a schema in a kind of its own",
      workload("schemas.example.com/v1", "SchemaHolder", { openAPIV3Schema: { example: podSpec() } }),
    ],
    ["the template of a SealedSecret", workload("bitnami.com/v1alpha1", "SealedSecret", spec)],
    ["the template of an ExternalSecret", workload("external-secrets.io/v1", "ExternalSecret", spec)],
    [
      "a Composition",
      workload("apiextensions.crossplane.io/v1", "Composition", { resources: [{ base: { spec } }] }),
    ],
    [
      "a manifest carried by another object",
      workload("kubernetes.crossplane.io/v1alpha2", "Object", {
        forProvider: { manifest: { apiVersion: "apps/v1", kind: "Deployment", spec } },
      }),
    ],
    [
      "values in a child Application",
      workload("argoproj.io/v1alpha1", "Application", { source: { helm: { valuesObject: podSpec() } } }),
    ],
    ["values of a HelmRelease", workload("helm.toolkit.fluxcd.io/v2", "HelmRelease", { values: podSpec() })],
    [
      "a mutation rule",
      workload("kyverno.io/v1", "Policy", {
        rules: [{ mutate: { patchStrategicMerge: { spec: podSpec() } } }],
      }),
    ],
    [
      "a CSI look-alike",
      deployment({}, { volumes: [{ name: "a", csi: { driver: "podcertificate.gke.io" } }] }),
    ],
    [
      "a podCertificate outside a list of sources",
      workload("example.com/v1", "Thing", {
        podCertificate: { signerName: "example.com/workload", keyType: "ECDSAP256" },
      }),
    ],
  ])("passes over %s", (_, manifest) => {
    expect(findRequesters([manifest])).toEqual({ value: [], findings: [] });
  });

  it("is not put off by malformed pod specs", () => {
    for (const pod of [
      null,
      1,
      "text",
      [],
      { volumes: null },
      { volumes: {} },
      { volumes: [null, 1, { projected: [] }] },
    ]) {
      expect(findRequesters([workload("v1", "Pod", pod)])).toEqual({ value: [], findings: [] });
    }
  });
});
