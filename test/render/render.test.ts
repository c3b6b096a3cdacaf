import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OutsideError, UsageError } from "../../src/errors.ts";
import { detectRenderer } from "../../src/render/detect-renderer.ts";
import { render } from "../../src/render/render.ts";
import { renderRequest } from "../../src/render/render-request.ts";
import { failure, folderWith, realTools } from "./rendering.ts";

it.each([
  [["Chart.yaml", "values.yaml"], "helm"],
  [["kustomization.yaml"], "kustomize"],
  [["kustomization.yml"], "kustomize"],
  [["Kustomization"], "kustomize"],
  [["Chart.yaml", "kustomization.yaml"], "kustomize"],
  [["chart.yaml", "Kustomization.yaml"], "directory"],
  [["web.yaml"], "directory"],
  [[], "directory"],
])("renders a folder with %j by %s", (names, expected) => {
  expect(detectRenderer(names)).toBe(expected);
});

it("uses the renderer that was asked for", async () => {
  const folder = await folderWith({
    "Chart.yaml": "kind: Chart\n",
    "kustomization.yaml": "kind: Kustomization\n",
  });
  const request = renderRequest({ folder, root: folder, renderer: "directory" });
  expect((await render(request, await realTools())).text).toBe("kind: Chart\n---\nkind: Kustomization\n");
});

it.each([
  ["that is not there", "nowhere", /^there is no folder .*nowhere$/],
  ["that is a file", "file.yaml", /file\.yaml is a file, not an application's folder$/],
  ["below a file", "file.yaml/app", /^there is no folder .*file\.yaml\/app$/],
  ["above the root", "..", /lies outside of the repository root/],
  ["that links out of the root", "link", /link lies outside of the repository root/],
])("refuses a folder %s", async (_what, path, expected) => {
  const root = await folderWith({ "file.yaml": "kind: A\n" });
  await symlink(await folderWith({}), join(root, "link"));
  const error = await failure(render(renderRequest({ folder: join(root, path), root }), await realTools()));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(expected);
  expect(error.hint).toBeTypeOf("string");
});

it("reads standard input as it comes", async () => {
  const stdin = (async function* () {
    yield Buffer.from([0xef, 0xbb, 0xbf, 0xc3]);
    yield Buffer.from([0xa9, 0x0d, 0x0a]);
  })();
  const request = renderRequest({ folder: "-", root: "/" });
  expect(await render(request, await realTools({ stdin }))).toEqual({
    text: "\ufeffé\r\n",
    renderer: { tool: "stdin", version: "0.0.0-test", command: "standard input" },
    origins: [{ start: 0, file: "standard input", sourceComments: true }],
  });
});

it("stops to read standard input at the limit", async () => {
  let chunks = 0;
  const stdin = (async function* () {
    for (;;) {
      chunks += 1;
      yield Buffer.alloc(1024);
    }
  })();
  const request = renderRequest({ folder: "-", root: "/", limits: { maxOutputBytes: 10 * 1024 } });
  const error = await failure(render(request, await realTools({ stdin })));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(/^standard input holds more than .* MiB/);
  expect(chunks).toBe(11);
});

it("stops to read files when grantwave is asked to stop", async () => {
  const folder = await folderWith({ "a.yaml": "kind: A\n" });
  const tools = await realTools({ signal: AbortSignal.abort() });
  const error = await failure(render(renderRequest({ folder, root: folder }), tools));
  expect(error).toBeInstanceOf(OutsideError);
  expect(await readdir(folder)).toEqual(["a.yaml"]);
});
