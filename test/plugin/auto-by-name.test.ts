import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, applicationObject, json, startApiServer } from "../discover/api-server.ts";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer } from "./cmp-client.ts";
import type { CmpServer } from "./cmp-server.ts";
import { serverForTest } from "./with-server.ts";

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n";

async function autoWith(answer: Answer): Promise<CmpServer> {
  const api = await startApiServer(answer);
  onTestFinished(() => api.stop());
  // Argo CD's user reads the token, as a projected volume lets it.
  await chmod(api.folder, 0o755);
  return serverForTest({
    plugin: await readFile(join(import.meta.dirname, "../../plugin-auto.yaml"), "utf8"),
    env: api.env,
  });
}

async function render(server: CmpServer, source: object) {
  const root = await folderWith({ "apps/web/one.yaml": manifest });
  return likeRepoServer(server, { root, path: "apps/web", source, name: "web" });
}

/** What the MutatingAdmissionPolicy of install/admission makes of the annotation. */
const named = { plugin: { name: "grantwave-auto" } };
const optedIn = json(200, applicationObject({ "grantwave.dev/enabled": "true" }));

describe("grantwave-auto, named by the admission policy", () => {
  it("renders an Application that opted in", async () => {
    const server = await autoWith(optedIn);
    expect(await render(server, named)).toMatchObject({ error: "", value: { sourceType: "Plugin" } });
  });

  it("is refused by Argo CD for one that did not, rather than passed by", async () => {
    const server = await autoWith(json(200, applicationObject({})));
    const { error, value } = await render(server, named);
    expect(value).toBeNull();
    expect(error).toContain('could not find cmp-server plugin with name "grantwave-auto"');
  });

  it("closes the gap of the annotation alone: a dead sidecar is an error, and no render without order", async () => {
    const server = await autoWith(optedIn);
    process.kill(server.pid, "SIGKILL");
    const byAnnotation = await render(server, {});
    expect(byAnnotation).toMatchObject({ error: "", value: { sourceType: "Directory" } });
    const byName = await render(server, named);
    expect(byName.value).toBeNull();
    expect(byName.error).toContain('could not find cmp-server plugin with name "grantwave-auto"');
  });
});
