import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { render } from "../../src/render/render.ts";
import { renderRequest } from "../../src/render/render-request.ts";
import { shellWords } from "../../src/render/shell-words.ts";
import { failure, folderWith, realTools } from "./rendering.ts";

const chart = "apiVersion: v2\nname: app\nversion: 0.1.0\n";
const broken = '{{ fail (printf "no place for %s in %s" .Values.size .Release.Namespace) }}\n';

/** Runs what an error says to run, in a shell and with nothing of our environment, and gives what that says. */
async function again(hint: string | undefined): Promise<string> {
  const command = /^to see it again: (.*?)(?:, less .*)?$/.exec(hint ?? "")?.[1] ?? "false";
  try {
    await promisify(execFile)("/bin/sh", ["-c", command], { env: { HOME: "/nonexistent" } });
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
  throw new Error("expected it to fail again");
}

it("shows helm's failure again where the command of the hint is copied", async () => {
  const root = await folderWith({
    "our charts/app/Chart.yaml": chart,
    "our charts/app/templates/broken.yaml": broken,
    "our charts/app/prod.yaml": "size: a whale\n",
  });
  const folder = `${root}/our charts/app`;
  const request = renderRequest({
    folder,
    root,
    name: "shop",
    namespace: "web",
    helm: { valuesFiles: ["prod.yaml"], set: { password: "hunter2secret" }, values: "token: s3cretword\n" },
  });
  const { hint, message } = await failure(render(request, await realTools()));
  expect(message).toContain("no place for a whale in web");
  expect(await again(hint)).toContain("no place for a whale in web");
  expect(hint).not.toMatch(/hunter2secret|s3cretword|values\.yaml/);
  expect(hint).toMatch(/, less the values that are given as text$/);
});

it("fetches a chart's dependencies first, as the run did", async () => {
  const root = await folderWith({
    "app/Chart.yaml": `${chart}dependencies: [{ name: common, version: 0.1.0, repository: "file://../common" }]\n`,
    "app/templates/broken.yaml": broken,
    "app/values.yaml": "size: a whale\n",
    "common/Chart.yaml": chart.replace("app", "common"),
  });
  const request = renderRequest({ folder: `${root}/app`, root, name: "shop", namespace: "web" });
  const { hint } = await failure(render(request, await realTools()));
  expect(await again(hint)).toContain("no place for a whale in web");
});

it("leaves out of the command what makes it too long to copy", async () => {
  const root = await folderWith({ "Chart.yaml": chart, "templates/broken.yaml": broken });
  const apiVersions = Array.from({ length: 600 }, (_, at) => `group${at}.example.com/v1`);
  const request = renderRequest({ folder: root, root, name: "shop", apiVersions });
  const { hint = "" } = await failure(render(request, await realTools()));
  expect(hint).toMatch(/, less the cluster's API versions$/);
  expect(hint.length).toBeLessThan(400);
});

it("shows kustomize's failure again", async () => {
  const root = await folderWith({ "my app/kustomization.yaml": "patches: [{ target: { kind: X } }]\n" });
  const { hint, message } = await failure(
    render(renderRequest({ folder: `${root}/my app`, root, name: "a" }), await realTools()),
  );
  expect(message).toContain("failed with exit code 1");
  expect(await again(hint)).not.toBe("");
});

it("quotes for a shell only what needs it", () => {
  expect(shellWords(["helm", "template", "a b", "it's", "", "$(x)"])).toBe(
    "helm template 'a b' 'it'\\''s' '' '$(x)'",
  );
});
