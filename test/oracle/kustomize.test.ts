import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { type ApplicationSource, ApplicationSource as Source } from "../../src/argo/application-source.ts";
import { applicationEnvironment } from "../../src/commands/application-environment.ts";
import { gatherRequest } from "../../src/commands/run-request.ts";
import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import { render } from "../../src/render/render.ts";
import { folderWith, realTools, temporaryFolder } from "../render/rendering.ts";
import { runs } from "../runs.ts";

let argo: string;
let kustomize: string;

beforeAll(async () => {
  argo = await ensureGoProgram("argo-kustomize");
  kustomize = await ensureGoProgram("kustomize");
}, 600_000);

/** An application with everything in it that a setting may meet. */
const files = {
  ".git/HEAD": "",
  "base/kustomization.yaml": "resources: [web.yaml]\nnamePrefix: b-\n",
  "base/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { a: base } }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers: [{ name: init, image: "registry.example:5000/tools/init:1" }]
      containers: [{ name: web, image: "web:1" }, { name: side, image: side@sha256:00 }]
`,
  "apps/shop/kustomization.yaml": `# The shop.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../../base # what everybody has
  - service.yaml
components: [../../components/known]
namePrefix: old-
labels:
  - pairs: { b: kustomization }
  - pairs: { d: kustomization }
    includeTemplates: true
commonAnnotations: { a: kustomization }
images:
  - { name: web, newName: registry.example/web, newTag: "7" }
  - { name: side, newTag: "3" }
replicas: [{ name: web, count: 2 }]
patches:
  - path: patch.yaml
configMapGenerator:
  - { name: settings, literals: [a=1] }
`,
  "apps/shop/service.yaml":
    "apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web } }\n",
  "apps/shop/patch.yaml":
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { paused: true }\n",
  "components/known/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncommonAnnotations: { known: 'true' }\n",
  "components/debug/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -debug\n",
  "components/no-component/kustomization.yaml": "resources: []\n",
};

const environment = {
  ARGOCD_APP_NAME: "shop",
  ARGOCD_APP_NAMESPACE: "shop",
  ARGOCD_APP_REVISION: "0a1b2c3d4e5f",
};

const text = fc.constantFrom("", "x-", "eu", "-1", "$ARGOCD_APP_NAME");
const value = fc.constantFrom(
  "one",
  "true",
  "1",
  'q"uote',
  '"quoted"',
  "a:b",
  "$$x",
  ["$", "{ARGOCD_APP_NAME}"].join(""),
  "",
);
const map = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "example.com/e"), value, { maxKeys: 3 });
const image = fc.constantFrom(
  "web:2",
  "web=registry.example/web:$ARGOCD_APP_REVISION",
  "web=*:9",
  "web=other",
  "web@sha256:11",
  "side=*@sha256:22",
  "side=side:*",
  "registry.example:5000/tools/init:2",
  "registry.example:5000/tools/init=init",
  "new=image:1@sha256:33",
  "web",
);
const component = fc.constantFrom(
  "../../components/known",
  "../../components/debug",
  "../../components/missing",
  "../../components/no-component",
);
const patch = fc.constantFrom<object>(
  { path: "patch.yaml" },
  { path: "missing.yaml" },
  { patch: "- { op: add, path: /metadata/annotations/p, value: x }", target: { kind: "Service" } },
  {
    patch: "apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { type: NodePort }\n",
    options: { allowNameChange: true },
  },
);
const flag = fc.boolean();
const settings = fc.record(
  {
    namePrefix: text,
    nameSuffix: text,
    namespace: text,
    images: fc.array(image, { maxLength: 3 }),
    replicas: fc.array(
      fc.record({
        name: fc.constantFrom("web", "b-web", "none"),
        count: fc.oneof(fc.nat(5), fc.constant("4")),
      }),
      { maxLength: 3 },
    ),
    commonLabels: map,
    forceCommonLabels: flag,
    labelWithoutSelector: flag,
    labelIncludeTemplates: flag,
    commonAnnotations: map,
    commonAnnotationsEnvsubst: flag,
    forceCommonAnnotations: flag,
    components: fc.array(component, { maxLength: 2 }),
    ignoreMissingComponents: flag,
    patches: fc.array(patch, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

async function asArgoCd(root: string, kustomizeBlock: object): Promise<readonly unknown[] | undefined> {
  const copy = await temporaryFolder();
  await cp(root, copy, { recursive: true });
  return new Promise((resolve) => {
    const child = execFile(
      argo,
      [copy, join(copy, "apps/shop"), kustomize],
      { env: { PATH: process.env["PATH"] } },
      (error, stdout) =>
        resolve(
          error
            ? undefined
            : stdout
                .trim()
                .split("\n")
                .map((line) => JSON.parse(line)),
        ),
    );
    child.stdin?.end(JSON.stringify({ kustomize: kustomizeBlock, env: environment }));
  });
}

/** The plugin's way: the block as parameters, as on a laptop. */
async function asPlugin(root: string, kustomizeBlock: object): Promise<readonly unknown[] | undefined> {
  const spec: ApplicationSource = Source.parse({ path: "apps/shop", kustomize: kustomizeBlock });
  const application = {
    name: "shop",
    namespace: "",
    annotations: {},
    project: "default",
    destination: { server: "", name: "", namespace: "shop" },
    sources: [],
    syncPolicy: { syncOptions: [] },
    source: { file: "", line: 1, document: 1 },
  };
  const tools = await realTools({ paths: { kustomize } });
  try {
    const own = applicationEnvironment(application, {
      spec,
      location: { kind: "folder", path: "apps/shop" },
    });
    const request = await gatherRequest(
      {
        context: {
          env: { ...tools.env, ...own, ...environment },
          cwd: join(root, "apps/shop"),
          stdin: tools.stdin,
          stdinIsTerminal: false,
          stdout: { write: async () => {}, isTerminal: false, columns: undefined, colour: false },
          stderr: { write: async () => {}, isTerminal: false, columns: undefined, colour: false },
          now: () => 0,
          signal: tools.signal,
        },
        folder: undefined,
        flags: new Map(),
        onApplication: () => {},
      },
      { toolVersion: false },
    );
    const rendered = await render(request.render, tools);
    const documents = splitDocuments(rendered).value;
    return readManifests(rendered, documents, { destinationNamespace: "" }).value.map(({ value: object }) =>
      JSON.parse(JSON.stringify(object)),
    );
  } catch {
    return undefined;
  }
}

describe("an Application's settings for kustomize", () => {
  it("build the same objects as Argo CD's own code with the real `kustomize edit`, or fail as there", async () => {
    const root = await folderWith(files);
    const seen = { built: 0, failed: 0 };
    // A run that is out of time leaves its last case to itself.
    let last: Promise<unknown> = Promise.resolve();
    await fc.assert(
      fc.asyncProperty(settings, async (block) => {
        const both = Promise.all([asArgoCd(root, block), asPlugin(root, block)]);
        last = both;
        const [expected, ours] = await both;
        expect(ours).toEqual(expected);
        seen[expected === undefined ? "failed" : "built"]++;
      }),
      runs(60),
    );
    await last;
    expect(seen.built).toBeGreaterThan(10);
    expect(seen.failed).toBeGreaterThan(2);
  }, 900_000);
});
