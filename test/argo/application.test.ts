import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readApplications } from "../../src/argo/application.ts";

describe("readApplications", () => {
  it("reads an Application with a helm chart in a repository", () => {
    const { value, findings } = readFixture("helm-with-values");

    expect(findings).toEqual([]);
    expect(value).toHaveLength(1);
    expect(value[0]).toMatchObject({
      name: "shop",
      namespace: "argocd",
      annotations: { "grantwave.dev/enabled": "true", "argocd.argoproj.io/sync-wave": "3" },
      project: "storefront",
      destination: { server: "https://kubernetes.default.svc", name: "", namespace: "shop" },
      source: { file: "helm-with-values.yaml", document: 1 },
      syncPolicy: {
        automated: { enabled: true, prune: true, selfHeal: true, allowEmpty: false },
        syncOptions: ["CreateNamespace=true", "ServerSideApply=true"],
        retry: {
          limit: 2,
          refresh: true,
          backoff: { duration: "10s", factor: 2, maxDuration: "3m" },
        },
      },
    });
    expect(value[0]?.sources).toEqual([
      {
        location: { kind: "folder", path: "charts/shop" },
        spec: {
          repoURL: "https://git.example.com/shop/deploy.git",
          path: "charts/shop",
          chart: "",
          targetRevision: "main",
          ref: "",
          name: "",
          helm: {
            releaseName: "shop",
            valueFiles: ["values.yaml", "/environments/production/shop.yaml"],
            ignoreMissingValueFiles: true,
            values: "",
            valuesObject: { replicas: 3, tolerations: null, image: { tag: "1.10" } },
            parameters: [
              { name: "image.tag", value: "1.10", forceString: true },
              { name: "ingress.enabled", value: "true", forceString: false },
            ],
            fileParameters: [{ name: "banner", path: "files/banner.txt" }],
            skipCrds: true,
            skipTests: false,
            skipSchemaValidation: false,
            passCredentials: false,
            kubeVersion: "1.37.0",
            apiVersions: ["monitoring.coreos.com/v1"],
            namespace: "shop-release",
            version: "v3",
          },
        },
      },
    ]);
  });

  it("reads every Application of a file and passes over the rest", () => {
    const { value } = readFixture("several-sources");

    expect(value.map(({ name, project, source }) => [name, project, source.document])).toEqual([
      ["edge", "default", 2],
      ["guarded", "platform", 3],
      ["web", "platform", 4],
    ]);
  });

  it("tells sources that a checkout has from those that it does not", () => {
    const edge = readFixture("several-sources").value[0];

    expect(edge?.sources.map(({ location }) => location)).toEqual([
      { kind: "chart", chart: "edge-proxy" },
      { kind: "reference", ref: "values" },
      { kind: "image", path: "." },
      { kind: "folder", path: "edge/extra" },
    ]);
    expect(edge?.destination).toEqual({ server: "", name: "production", namespace: "edge" });
    expect(edge?.sources[3]?.spec.directory).toEqual({
      recurse: true,
      include: "*.yaml",
      exclude: "{drafts/*,*.bak.yaml}",
      disableExtensionFilter: false,
      jsonnet: { libs: ["vendor"], extVars: [], tlas: [{ name: "size", value: "3", code: true }] },
    });
  });

  it("reads plugin parameters of all three shapes", () => {
    expect(readFixture("several-sources").value[1]?.sources[0]?.spec.plugin).toEqual({
      name: "grantwave",
      env: [{ name: "GRANTWAVE_MODE", value: "warn" }],
      parameters: [
        { name: "mode", string: "enforce" },
        { name: "values", array: ["values.yaml", "values-prod.yaml"] },
        { name: "set", map: { "image.tag": "7" } },
      ],
    });
  });

  it("reads a kustomize block, counts written as text included", () => {
    expect(readFixture("several-sources").value[2]?.sources[0]?.spec.kustomize).toMatchObject({
      namePrefix: "prod-",
      nameSuffix: "-blue",
      namespace: "web-blue",
      images: ["registry.example.com/web:2.1"],
      replicas: [
        { name: "web", count: 4 },
        { name: "worker", count: 2 },
      ],
      commonLabels: { team: "web" },
      commonAnnotations: { owner: "web-team" },
      components: ["../../components/tls"],
      patches: [
        {
          path: "",
          patch: "- op: add\n  path: /spec/paused\n  value: true",
          target: { kind: "Deployment", name: "web" },
          options: { allowNameChange: true },
        },
      ],
      kubeVersion: "1.37.0",
      apiVersions: ["example.com/v1"],
    });
  });

  it("takes a null for a field that is not there, as Go does", () => {
    const { value } = readApplications(
      application("source: {repoURL: https://x.example, path: web, helm: null, targetRevision: ~}"),
      "app.yaml",
    );

    expect(value[0]?.sources[0]?.spec).toEqual({
      repoURL: "https://x.example",
      path: "web",
      chart: "",
      targetRevision: "",
      ref: "",
      name: "",
    });
  });

  it("reads the dry source of a hydrated Application", () => {
    const { value } = readApplications(
      application(
        "sourceHydrator: {drySource: {repoURL: https://x.example, path: dry, targetRevision: main}, syncSource: {targetBranch: env, path: web}}",
      ),
      "app.yaml",
    );

    expect(value[0]?.sources.map(({ location }) => location)).toEqual([{ kind: "folder", path: "dry" }]);
  });

  it("tolerates fields that it does not know", () => {
    const { value } = readApplications(
      application("source: {repoURL: https://x.example, path: web, novelty: [1]}\n  future: {a: b}"),
      "app.yaml",
    );

    expect(value).toHaveLength(1);
  });

  it("finds no Application in other objects, and none in an empty file", () => {
    expect(readApplications("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n", "a.yaml").value).toEqual(
      [],
    );
    expect(readApplications("", "a.yaml").value).toEqual([]);
  });

  it("hands on what the reader found, such as broken YAML", () => {
    const { value, findings } = readApplications("kind: [", "broken.yaml");

    expect(value).toEqual([]);
    expect(findings.map(({ code, source }) => [code, source?.file])).toEqual([
      ["yaml-broken", "broken.yaml"],
    ]);
  });
});

describe("readApplications refuses", () => {
  it("an annotation that is no text: the API server refuses it, and nobody may take a mode for not set", () => {
    const text = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  annotations:
    grantwave.dev/mode: off
spec: { source: { repoURL: "https://x.example", path: web }, destination: {} }
`;
    expect(() => readApplications(text, "app.yaml")).toThrow(
      'app.yaml:6: metadata.annotations["grantwave.dev/mode"] must be text, not false (put it in quotes)',
    );
  });

  it.each([
    [
      "a number in the place of text",
      "source:\n    repoURL: https://x.example\n    path: web\n    targetRevision: 1.10",
      "app.yaml:11: spec.source.targetRevision must be text, not the number 1.1 (put it in quotes)",
    ],
    [
      "text in the place of a list, without showing it",
      "source:\n    repoURL: https://x.example\n    path: web\n    helm:\n      valueFiles: hunter2",
      "app.yaml:12: spec.source.helm.valueFiles must be a list, not text",
    ],
    [
      "a parameter that is no text",
      "source:\n    repoURL: https://x.example\n    path: web\n    helm:\n      parameters:\n        - {name: a, value: true}",
      "app.yaml:13: spec.source.helm.parameters[0].value must be text, not true (put it in quotes)",
    ],
    [
      "values that are no map",
      "source: {repoURL: https://x.example, path: web, helm: {valuesObject: [1]}}",
      "app.yaml:8: spec.source.helm.valuesObject must be a map, not a list",
    ],
    [
      "a count that is no number",
      "source: {repoURL: https://x.example, path: web, kustomize: {replicas: [{name: a, count: many}]}}",
      "app.yaml:8: spec.source.kustomize.replicas[0].count must be a whole number, not text",
    ],
    [
      "a label that is no text, its key made harmless",
      'source: {repoURL: https://x.example, path: web, kustomize: {commonLabels: {"a\\nb": 1}}}',
      'app.yaml:8: spec.source.kustomize.commonLabels["a\\nb"] must be text, not the number 1 (put it in quotes)',
    ],
    [
      "two types in one source",
      "source: {repoURL: https://x.example, path: web, helm: {}, plugin: {name: p}}",
      "app.yaml:8: spec.source has more than one type (helm, plugin): Argo CD takes only one",
    ],
    [
      "a source that leads nowhere",
      "sources: [{repoURL: https://x.example}]",
      "app.yaml:8: spec.sources[0] says nothing about where its files are: it needs `path` or `chart`",
    ],
    [
      "a single source that is only a reference",
      "source: {repoURL: https://x.example, ref: values}",
      "app.yaml:8: spec.source says nothing about where its files are: it needs `path` or `chart`",
    ],
    ["no source at all", "project: x", "app.yaml:6: spec names no source: it needs `source` or `sources`"],
  ])("%s", (_, spec, message) => {
    expect(() => readApplications(application(spec), "app.yaml")).toThrow(
      expect.objectContaining({ name: "UsageError", message }),
    );
  });

  it("names everything that is wrong at once", () => {
    const text = application("source: {repoURL: 1, path: 2}");

    expect(() => readApplications(text, "app.yaml")).toThrow(
      expect.objectContaining({
        exitCode: 2,
        others: ["app.yaml:8: spec.source.path must be text, not the number 2 (put it in quotes)"],
      }),
    );
  });

  it("an item of a list by its own line", () => {
    const text = [
      "apiVersion: v1",
      "kind: List",
      "items:",
      "- apiVersion: argoproj.io/v1alpha1",
      "  kind: Application",
      "  metadata: {name: a}",
      "  spec:",
      "    destination: {}",
      "    source:",
      "      repoURL: https://x.example",
      "      path: 5",
    ].join("\n");

    expect(() => readApplications(`---\n${text}\n`, "list.yaml")).toThrow(
      "list.yaml:12: spec.source.path must be text, not the number 5 (put it in quotes)",
    );
  });
});

function readFixture(name: string) {
  const file = `${name}.yaml`;
  return readApplications(
    readFileSync(new URL(`fixtures/applications/${file}`, import.meta.url), "utf8"),
    file,
  );
}

/** An Application whose `spec` continues with `more`, from line 8 on. */
function application(more: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
spec:
  destination: {namespace: web}
  ${more}
`;
}
