import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { editKustomization } from "../../src/render/kustomization/edit-kustomization.ts";
import { render } from "../../src/render/render.ts";
import { type KustomizeOptions, renderRequest } from "../../src/render/render-request.ts";
import { failure, folderWith, realTools } from "./rendering.ts";

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - image: web:1
        name: web
`;

const shop = {
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": deployment,
  "apps/shop/kustomization.yaml": "resources:\n- ../../base\n- more.yaml\n",
  "apps/shop/more.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\n",
  "components/debug/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncommonAnnotations: { debug: 'on' }\n",
};

function request(root: string, kustomize: Partial<KustomizeOptions>) {
  return renderRequest({ folder: join(root, "apps/shop"), root, name: "shop", namespace: "shop", kustomize });
}

function edit(kustomization: JsonObject, options: Partial<KustomizeOptions>): JsonObject {
  const { kustomize } = renderRequest({ folder: "/", root: "/", kustomize: options });
  return editKustomization(kustomization, kustomize, kustomize.components);
}

describe("settings of an Application", () => {
  it("change what kustomize builds, with bases beside the folder where they are", async () => {
    const root = await folderWith(shop);
    const { text } = await render(
      request(root, {
        namePrefix: "eu-",
        nameSuffix: "-1",
        namespace: "shop-eu",
        images: ["web=registry.example/web:2@sha256:00"],
        replicas: { web: "3" },
        commonLabels: { team: "shop" },
        labelWithoutSelector: true,
        commonAnnotations: { cost: "a:b" },
        components: ["../../components/debug"],
        patches:
          '- target: { kind: ConfigMap }\n  patch: |\n    - { op: add, path: /data, value: { a: "1" } }\n',
      }),
      await realTools(),
    );
    expect(text).toBe(`apiVersion: v1
data:
  a: "1"
kind: ConfigMap
metadata:
  annotations:
    cost: a:b
    debug: "on"
  labels:
    team: shop
  name: eu-more-1
  namespace: shop-eu
---
apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    cost: a:b
    debug: "on"
  labels:
    team: shop
  name: eu-web-1
  namespace: shop-eu
spec:
  replicas: 3
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      annotations:
        cost: a:b
        debug: "on"
      labels:
        app: web
    spec:
      containers:
      - image: registry.example/web:2@sha256:00
        name: web
`);
  });

  it("leave the application's own folder as it is", async () => {
    const root = await folderWith(shop);
    await render(request(root, { namePrefix: "eu-" }), await realTools());
    expect(await readFile(join(root, "apps/shop/kustomization.yaml"), "utf8")).toBe(
      shop["apps/shop/kustomization.yaml"],
    );
  });

  it("never write through a kustomization that is a link", async () => {
    const root = await folderWith({ ...shop, "apps/other/place.yaml": "resources: []\n" });
    await mkdir(join(root, "apps/linked"));
    await symlink("../other/place.yaml", join(root, "apps/linked/kustomization.yaml"));
    const linked = { ...request(root, { namePrefix: "eu-" }), folder: join(root, "apps/linked") };
    await render(linked, await realTools()).catch(() => {});
    expect(await readFile(join(root, "apps/other/place.yaml"), "utf8")).toBe("resources: []\n");
  });

  it("take no other file of the repository than kustomize would", async () => {
    const root = await folderWith({ ...shop, "secret.yaml": "apiVersion: v1\nkind: Secret\n" });
    await symlink("../../secret.yaml", join(root, "apps/shop/secret.yaml"));
    await writeFile(join(root, "apps/shop/kustomization.yaml"), "resources: [secret.yaml]\n");
    const { message } = await failure(render(request(root, { namePrefix: "eu-" }), await realTools()));
    expect(message).toContain("is not in or below");
  });

  it("may be for a kustomization at the root of the repository", async () => {
    const root = await folderWith({
      ".git/config": "",
      ...shop,
      "kustomization.yaml": "resources: [base]\n",
    });
    const whole = { ...request(root, { namePrefix: "eu-" }), folder: root };
    expect((await render(whole, await realTools())).text).toContain("name: eu-web\n");
  });

  it("cannot add a component from outside of the repository", async () => {
    const files = Object.entries(shop).map(([path, text]) => [`repository/${path}`, text] as const);
    const folder = await folderWith({ ...Object.fromEntries(files), "elsewhere/kustomization.yaml": "" });
    const components = ["../../../elsewhere"];
    const { message } = await failure(
      render(request(join(folder, "repository"), { components }), await realTools()),
    );
    expect(message).toBe(
      'the parameter components names "../../../elsewhere", which lies outside of the repository',
    );
  });

  it("add only the first component that is there where missing ones are ignored, and say so", async () => {
    const root = await folderWith(shop);
    const components = ["../../components/none", "../../components/debug", "../../base"];
    const { text, notices } = await render(
      request(root, { components, ignoreMissingComponents: true }),
      await realTools(),
    );
    expect(text).toContain('debug: "on"');
    expect(notices).toEqual([
      'components that are left out: "../../components/none", "../../base" (with ignore-missing-components only the first that is there is added, as in Argo CD 3.6)',
    ]);
  });
});

describe("an edited kustomization", () => {
  it("has its images merged by name and sorted, as `kustomize edit set image` does", () => {
    const images = [
      { name: "web", newName: "old/web", newTag: "1", digest: "sha256:11" },
      { name: "db", newTag: "5", tagSuffix: "-x" },
    ];
    expect(edit({ images }, { images: ["web=*:2", "proxy=host:5000/proxy", "a:7"] })).toEqual({
      images: [
        { name: "a", newTag: "7" },
        { name: "db", newTag: "5", tagSuffix: "-x" },
        { name: "proxy", newName: "host:5000/proxy" },
        { name: "web", newName: "old/web", newTag: "2" },
      ],
    });
  });

  it("finds its fields in any case, as Go does", () => {
    expect(edit({ NamePrefix: "a-", Images: [] }, { namePrefix: "b-", images: ["web:2"] })).toEqual({
      NamePrefix: "b-",
      Images: [{ name: "web", newTag: "2" }],
    });
  });

  it("has its labels without selectors beside those that are alike", () => {
    const labels = [{ pairs: { a: "1" }, includeSelectors: true }, { pairs: { b: "1" } }];
    const options = { commonLabels: { c: '"2"' }, labelWithoutSelector: true };
    expect(edit({ labels }, options)).toEqual({
      labels: [labels[0], { pairs: { b: "1", c: "2" } }],
    });
    expect(edit({ labels }, { ...options, labelIncludeTemplates: true })).toEqual({
      labels: [...labels, { pairs: { c: "2" }, includeTemplates: true }],
    });
  });

  it.each([
    [
      "a label that is there",
      { commonLabels: { a: "2" } },
      'the label "a" stands in the kustomization already',
    ],
    ["an annotation that is there", { commonAnnotations: { b: "2" } }, 'the annotation "b" stands in'],
    [
      "templates with selectors",
      { commonLabels: { c: "" }, labelIncludeTemplates: true },
      "needs label-without",
    ],
    ["an image that changes nothing", { images: ["web"] }, 'the image "web" says nothing to change'],
    ["a count that is none", { replicas: { web: "many" } }, 'replicas sets "web" to "many"'],
    ["patches that are no list", { patches: "a: 1" }, "the parameter patches is no list"],
    ["an empty patch", { patches: "- target: {}" }, "the parameter patches has an item 1 with neither"],
  ])("is refused with %s", (_case, options, message) => {
    const before = { commonLabels: { a: "1" }, commonAnnotations: { b: "1" } };
    expect(() => edit(before, options)).toThrow(message);
  });

  it("lets forced labels and annotations win", () => {
    const before = { commonLabels: { a: "1" }, commonAnnotations: { b: "1" } };
    const forced = { forceCommonLabels: true, forceCommonAnnotations: true };
    expect(edit(before, { commonLabels: { a: "2" }, commonAnnotations: { b: "2" }, ...forced })).toEqual({
      commonLabels: { a: "2" },
      commonAnnotations: { b: "2" },
    });
  });
});
