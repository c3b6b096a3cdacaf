import { describe, expect, it } from "vitest";
import type { UsageError } from "../../src/errors.ts";
import { migrateText } from "../../src/migrate/migrate-text.ts";

function migrate(text: string): string {
  const { text: migrated } = migrateText(text, "app.yaml", "grantwave");
  expect(migrateText(migrated, "app.yaml", "grantwave").text).toBe(migrated);
  return migrated;
}

function refusal(text: string): UsageError {
  try {
    migrateText(text, "app.yaml", "grantwave");
  } catch (error) {
    return error as UsageError;
  }
  throw new Error("expected a refusal");
}

/** An Application around a source; everything else stays, so that tests show the source alone. */
function application(source: string): string {
  return `${head}${source}${foot}`;
}

const head = `# Who owns it: the shop team
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name:   shop, annotations: {a: 'b'} }
spec:
  destination: {namespace: "shop"}
  source:
    repoURL: https://git.example.com/apps.git
`;
const foot = `    path: apps/shop # where it is
  project:   default
`;

describe("a block", () => {
  it("of helm keeps its comments, quotes and order, and everything around it its bytes", () => {
    const before = application(`    # rendered by helm
    helm: # the chart
      # never change
      releaseName: shop # as before

      # files
      valueFiles:
        - values.yaml   # the usual
        # more
        - "values-prod.yaml"
      skipCrds: true # no CRDs
      parameters:
        # the tag
        - name: image.tag
          value: "1.2" # quoted
        - name: port
          value: '8080'
          forceString: true
      fileParameters:
      - {name: banner, path: files/banner.txt}
      version: v3
      valuesObject:
        # inner comment
        a: 1
        list:
        - 0755
        - yes
      # trailing inner

    # trailing outer
`);
    expect(migrate(before)).toBe(
      application(`    # rendered by helm
    plugin:
      # the chart
      # never change
      name: grantwave
      parameters:
        - name: renderer
          string: helm
        - name: release-name
          string: shop # as before

        # files
        - name: values-files
          array:
            - values.yaml # the usual
            # more
            - "values-prod.yaml"
        - name: skip-crds
          string: "true" # no CRDs
        - name: set
          map:
            # the tag
            image.tag: "1.2" # quoted
        - name: set-string
          map:
            port: '8080'
        - name: set-file
          map:
            banner: files/banner.txt
        - name: values
          string: |
            # inner comment
            a: 1
            list:
            - 0755
            - yes
      # trailing inner

    # trailing outer
`),
    );
  });

  it("of kustomize has its patches become text, and its counts text in quotes", () => {
    const before = application(`    kustomize:
      namePrefix: eu-
      images: [web:2, "db=registry.example/db:$ARGOCD_APP_REVISION"]
      replicas:
      - name: web
        count: 3
      commonLabels: {team: shop}
      patches:
      # bigger
      - target: {kind: Deployment}
        patch: |-
          - op: add
            path: /spec/paused

            value: true
`);
    expect(migrate(before)).toBe(
      application(`    plugin:
      name: grantwave
      parameters:
      - name: renderer
        string: kustomize
      - name: name-prefix
        string: eu-
      - name: images
        array: [web:2, "db=registry.example/db:$ARGOCD_APP_REVISION"]
      - name: replicas
        map:
          web: "3"
      - name: common-labels
        map: {team: shop}
      - name: patches
        string: |
          # bigger
          - target: {kind: Deployment}
            patch: |-
              - op: add
                path: /spec/paused

                value: true
      - name: expand-variables
        string: "true"
`),
    );
  });

  it("of a directory, of one line and at the end of the file, is no other case", () => {
    expect(migrate(`${head}    path: a\n    directory: {recurse: true, include: '*.yaml'}`)).toBe(
      `${head}    path: a
    plugin:
      name: grantwave
      parameters:
        - name: renderer
          string: directory
        - name: recurse
          string: "true"
        - name: include
          string: '*.yaml'`,
    );
  });

  it("that is empty says what renders the folder", () => {
    expect(migrate(application("    kustomize: {}\n"))).toBe(
      application(`    plugin:
      name: grantwave
      parameters:
        - name: renderer
          string: kustomize
`),
    );
  });

  it("that is not there is put behind the path", () => {
    expect(migrate(application(""))).toBe(
      application("").replace("# where it is\n", "# where it is\n    plugin:\n      name: grantwave\n"),
    );
  });

  it("with Windows line ends keeps them", () => {
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    expect(migrate(crlf(application("    helm:\n      values: |\n        a: 1\n        b: 2\n")))).toBe(
      crlf(
        application(`    plugin:
      name: grantwave
      parameters:
        - name: renderer
          string: helm
        - name: values
          string: |
            a: 1
            b: 2
`),
      ),
    );
  });

  it("that uses an alias is written out, and one that keeps line breaks keeps them", () => {
    const shared = `x-files: &files [a.yaml, b.yaml]\n${head}`;
    expect(
      migrate(`${shared}    helm:\n      valueFiles: *files\n      values: |+\n        a: 1\n\n${foot}`),
    ).toBe(
      `${shared}    plugin:
      name: grantwave
      parameters:
        - name: renderer
          string: helm
        - name: values-files
          array:
            - a.yaml
            - b.yaml
        - name: values
          string: |+
            a: 1

${foot}`,
    );
  });
});

describe("a file", () => {
  it("in JSON stays JSON, laid out as it is", () => {
    const before = `{
  "apiVersion": "argoproj.io/v1alpha1",
  "kind": "Application",
  "metadata": { "name": "shop" },
  "spec": {
    "source": {
      "repoURL": "https://git.example.com/apps.git",
      "helm": { "valuesObject": { "a": [1, "2"] } },
      "path": "apps/shop"
    }
  }
}
`;
    expect(migrate(before)).toBe(
      before.replace(
        '"helm": { "valuesObject": { "a": [1, "2"] } }',
        `"plugin": {
        "name": "grantwave",
        "parameters": [
          {
            "name": "renderer",
            "string": "helm"
          },
          {
            "name": "values",
            "string": "a:\\n  - 1\\n  - \\"2\\"\\n"
          }
        ]
      }`,
      ),
    );
    const dense = JSON.stringify(JSON.parse(before));
    expect(JSON.parse(migrate(dense)).spec.source).toEqual({
      repoURL: "https://git.example.com/apps.git",
      path: "apps/shop",
      plugin: {
        name: "grantwave",
        parameters: [
          { name: "renderer", string: "helm" },
          { name: "values", string: 'a:\n  - 1\n  - "2"\n' },
        ],
      },
    });
  });

  it("may hold several documents, lists, several sources and other objects", () => {
    const before = `apiVersion: v1
kind: ConfigMap
metadata: { name: helm }
data: { helm: "helm:" }
---
apiVersion: v1
kind: List
items:
- apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: shop }
  spec:
    sources:
    - { repoURL: https://git.example.com/values.git, ref: values }
    - helm: { releaseName: shop }
      repoURL: https://git.example.com/apps.git
      chart: shop
    - repoURL: https://git.example.com/apps.git
      path: extras
      directory:
        recurse: true
    - repoURL: https://git.example.com/apps.git
      path: other
      plugin: { name: other }
`;
    const { text, sources } = migrateText(before, "app.yaml", "grantwave");
    expect(sources.map(({ outcome }) => outcome.kind)).toEqual([
      "untouched",
      "rewritten",
      "rewritten",
      "left",
    ]);
    expect(text).toBe(
      before
        .replace(
          "helm: { releaseName: shop }\n",
          `plugin:
        name: grantwave
        parameters:
          - name: renderer
            string: helm
          - name: release-name
            string: shop
`,
        )
        .replace(
          "directory:\n        recurse: true",
          `plugin:
        name: grantwave
        parameters:
          - name: renderer
            string: directory
          - name: recurse
            string: "true"`,
        ),
    );
  });

  it("may hold ApplicationSets, with the templates of their generators", () => {
    const before = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: shops }
spec:
  generators:
    - matrix:
        generators:
          - list:
              elements: [{ name: eu }]
              template:
                spec:
                  source: { repoURL: "", path: "{{ .path }}", kustomize: { namePrefix: "{{ .name }}-" } }
  template:
    metadata: { name: "shop-{{ .name }}" }
    spec:
      source:
        repoURL: https://git.example.com/apps.git
        path: "apps/{{ .name }}"
        helm:
          releaseName: "{{ .name }}"
`;
    expect(migrate(before)).toBe(
      before
        .replace(
          'kustomize: { namePrefix: "{{ .name }}-" }',
          'plugin: {"name":"grantwave","parameters":[{"name":"renderer","string":"kustomize"},{"name":"name-prefix","string":"{{ .name }}-"}]}',
        )
        .replace(
          'helm:\n          releaseName: "{{ .name }}"',
          `plugin:
          name: grantwave
          parameters:
            - name: renderer
              string: helm
            - name: release-name
              string: "{{ .name }}"`,
        ),
    );
  });
});

it("a folder whose name only looks like one outside of the repository is none", () => {
  const text = `${head}${foot}`.replace("apps/shop", "..shop/../apps");
  expect(migrate(text)).toContain("name: grantwave");
});

describe("what cannot be carried over is refused by name, all of it at once", () => {
  it("with file, line, field and what to do", () => {
    const { message, hint, others } = refusal(
      application(`    helm:
      passCredentials: true
      version: v2
      valueFiles: ["values-*.yaml"]
`),
    );
    expect({ message, hint, others }).toEqual({
      message:
        "app.yaml:11: spec.source.helm.version cannot be carried over: the plugin has one helm, the operator's (take it out; Argo CD itself knows v3 and v4 only, and takes the same helm for both)",
      hint: "list what it means, one by one",
      others: [
        "app.yaml:10: spec.source.helm.passCredentials cannot be carried over: plugins get no credentials of chart repositories (commit the charts it depends on to charts/ and take it out)",
        'app.yaml:12: spec.source.helm.valueFiles has the pattern "values-*.yaml", which grantwave does not expand',
      ],
    });
  });

  it.each([
    [
      "jsonnet",
      "    directory: { jsonnet: { libs: [vendor] } }\n",
      "spec.source.directory.jsonnet cannot be carried",
    ],
    [
      "another kustomize",
      "    kustomize: { version: v4.5.7 }\n",
      "spec.source.kustomize.version cannot be carried",
    ],
    ["a pattern of components", "    kustomize: { components: ['../*'] }\n", 'has the pattern "../*"'],
    ["two blocks", "    helm: {}\n    directory: {}\n", "has more than one type (helm, directory)"],
    [
      "a block beside the plugin's own",
      "    helm: {}\n    plugin: { name: grantwave }\n",
      "has more than one type (helm, plugin)",
    ],
    [
      "a block beside another plugin's",
      "    plugin: { name: cue }\n    kustomize: {}\n",
      "(kustomize, plugin)",
    ],
    [
      "a block that is written twice",
      "    helm: { releaseName: a }\n    helm: { releaseName: b }\n",
      "app.yaml:7: spec.source has `helm` twice",
    ],
    ["an empty plugin beside a block", "    helm: {}\n    plugin:\n", "has an empty `plugin`"],
    ["an empty plugin and nothing else", "    plugin: null\n", "has an empty `plugin`"],
    [
      "a wrong type",
      "    helm: { releaseName: 1.10 }\n",
      "spec.source.helm.releaseName must be text, not the number 1.1",
    ],
    ["an anchor in use", "    helm: { values: &v 'a: 1' }\n    targetRevision: *v\n", "holds the anchor &v"],
  ])("%s", (_case, source, message) => {
    expect(refusal(application(source)).message).toContain(message);
  });

  it.each([["/apps/shop"], ["../shop"], ["apps/../../shop"], [".."]])("the folder %s", (path) => {
    const text = `${head}${foot}`.replace("apps/shop", path);
    expect(refusal(text).message).toBe(
      "app.yaml:9: spec.source.path is none inside of its repository, which Argo CD refuses",
    );
  });

  it("files of another source", () => {
    const text = `${head.replace("  source:\n    repoURL", "  sources:\n  - ref: values\n    repoURL: https://git.example.com/v.git\n  - repoURL")}    helm: { valueFiles: [$values/prod.yaml] }\n${foot}`;
    expect(refusal(text).message).toBe(
      'app.yaml:11: spec.sources[1].helm.valueFiles names "$values/prod.yaml", a file of another source, which plugins do not get',
    );
  });

  it("a patch of a template that names a block", () => {
    const text = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: shops }
spec:
  template: { spec: { source: { repoURL: "x", path: a, helm: {} } } }
  templatePatch: |
    spec: { source: { helm: { valueFiles: [] } } }
`;
    expect(refusal(text).message).toContain("app.yaml:6: spec.templatePatch changes a block for helm");
  });

  it("sources behind aliases and merge keys", () => {
    const merged = `${head}    <<: *shared\n${foot}`.replace("# Who", "x: &shared { helm: {} }\n# Who");
    expect(refusal(merged).message).toContain("spec.source comes from a merge key");
    const aliased = `x: &shared { repoURL: a, path: b, helm: {} }\n${head.replace(/ {2}source:\n.*\n/, "  source: *shared\n")}`;
    expect(refusal(aliased).message).toContain("spec.source stands behind an alias or a merge key");
  });

  it.each([
    [
      "no Application",
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n",
      "app.yaml holds no Argo CD",
    ],
    ["no YAML", "{{ if .Values.on }}\nkind: Application\n", "app.yaml"],
    [
      "an Application without a source",
      "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: shop }\nspec: []\n",
      "app.yaml:1: Application shop has no source",
    ],
  ])("%s", (_case, text, message) => {
    expect(refusal(text).message).toContain(message);
  });
});
