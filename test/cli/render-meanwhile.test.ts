import { readdir, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { renderMeanwhile } from "../../src/commands/render-meanwhile.ts";
import { UsageError } from "../../src/errors.ts";
import { type RenderRequest, renderRequest, standardInput } from "../../src/render/render-request.ts";
import {
  failure,
  folderWith,
  realTools,
  stubTool,
  systemPath,
  temporaryFolder,
} from "../render/rendering.ts";

async function chart(): Promise<RenderRequest> {
  const folder = await folderWith({ "Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n" });
  return renderRequest({ folder, root: folder, name: "web", wantsVersion: false });
}

/** A stand-in for helm, and the folder that it may write to. */
async function helmThat(script: string) {
  const temporary = await temporaryFolder();
  const env = { PATH: systemPath, TMPDIR: temporary };
  return { tools: await realTools({ paths: { helm: await stubTool(script) }, env }), temporary };
}

function wrongConfiguration(): Promise<never> {
  return Promise.reject(new UsageError("the configuration is wrong"));
}

it("gives what was rendered, and what was done meanwhile", async () => {
  const { tools } = await helmThat("echo 'kind: ConfigMap'");
  const [rendered, done] = await renderMeanwhile({ render: await chart(), tools }, async () => "done");
  expect([rendered.text, done]).toEqual(["kind: ConfigMap\n", "done"]);
});

it("works while the renderer runs, and not before it has started", async () => {
  const { tools, temporary } = await helmThat('while [ ! -e "$TMPDIR/worked" ]; do sleep 0.01; done');
  await renderMeanwhile({ render: await chart(), tools }, async () => {
    const [folder = "no private folder yet"] = await readdir(temporary);
    await writeFile(`${temporary}/${folder}/tmp/worked`, "");
  });
});

it("ends the renderer where the work fails, and leaves nothing of it", async () => {
  const { tools, temporary } = await helmThat("exec sleep 60");
  const error = await failure(renderMeanwhile({ render: await chart(), tools }, wrongConfiguration));
  expect(error.message).toBe("the configuration is wrong");
  expect(await readdir(temporary)).toEqual([]);
}, 10_000);

it("says what is wrong with the work first, where both fail", async () => {
  const { tools } = await helmThat("exit 3");
  const error = await failure(renderMeanwhile({ render: await chart(), tools }, wrongConfiguration));
  expect(error.message).toBe("the configuration is wrong");
});

it("fails as the renderer does, once the work is done", async () => {
  const { tools } = await helmThat("echo 'no such chart' >&2; exit 3");
  const error = await failure(renderMeanwhile({ render: await chart(), tools }, async () => {}));
  expect(error.message).toBe("`helm template` failed with exit code 3: no such chart");
});

it("works where no renderer is run as well", async () => {
  const request = renderRequest({ folder: standardInput, root: "/" });
  const [rendered, done] = await renderMeanwhile(
    { render: request, tools: await realTools() },
    async () => "done",
  );
  expect([rendered.text, done]).toEqual(["", "done"]);
});
