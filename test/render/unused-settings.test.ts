import { expect, it } from "vitest";
import { render } from "../../src/render/render.ts";
import { renderRequest } from "../../src/render/render-request.ts";
import { folderWith, realTools } from "./rendering.ts";

const map = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\n";
const both = {
  "kustomization.yaml": "resources: [web.yaml]\n",
  "web.yaml": map,
  "Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n",
  "templates/web.yaml": map,
  "prod.yaml": "size: 3\n",
};

it("values for a folder that kustomize renders are told to change nothing, and so are those for plain files", async () => {
  const root = await folderWith(both);
  const given = { folder: root, root, name: "web", helm: { valuesFiles: ["prod.yaml"] } };
  const tools = await realTools();
  const { notices } = await render(renderRequest({ ...given, directory: { recurse: true } }), tools);
  expect(notices).toEqual([
    "settings for helm and directory change nothing here: kustomize renders this folder (take them away, or choose with --renderer)",
  ]);
});

it("settings of the renderer that is chosen are no matter for a notice", async () => {
  const root = await folderWith(both);
  const request = renderRequest({
    folder: root,
    root,
    name: "web",
    renderer: "helm",
    helm: { valuesFiles: ["prod.yaml"] },
  });
  expect((await render(request, await realTools())).notices ?? []).toEqual([]);
});
