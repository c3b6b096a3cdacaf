import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, applicationObject, json, startApiServer, status } from "../discover/api-server.ts";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer, match } from "./cmp-client.ts";
import { chart } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

const byContent = `apiVersion: argoproj.io/v1alpha1
kind: ConfigManagementPlugin
metadata: { name: grantwave }
spec:
  discover: { find: { command: [grantwave, discover, --by-content] } }
  generate: { command: [grantwave, generate] }
`;

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n";

describe("C10: discovery by what a folder holds, with no variable of Argo CD's set", () => {
  it.each([
    ["a chart", "apps/shop", "helm"],
    ["a kustomization under each of its three names", "lower", "kustomize"],
    ["a kustomization under each of its three names", "short", "kustomize"],
    ["a kustomization under each of its three names", "capital", "kustomize"],
    ["plain YAML", "plain", "directory"],
    ["nothing but a README", "docs", undefined],
    ["Jsonnet", "jsonnet", undefined],
  ])("matches with one word, or says nothing at all: %s (%s)", async (_what, path, word) => {
    const server = await serverForTest({ plugin: byContent });
    const root = await folderWith({
      ...chart,
      "lower/kustomization.yaml": "resources: []\n",
      "short/kustomization.yml": "resources: []\n",
      "capital/Kustomization": "resources: []\n",
      "plain/one.yaml": manifest,
      "docs/README.md": "# no manifests\n",
      "jsonnet/one.jsonnet": "{}\n",
    });
    expect(await match(server, { root, path })).toMatchObject({
      error: "",
      value: { isSupported: word !== undefined, isDiscoveryEnabled: true },
    });
    expect(await server.outputs()).toEqual([word === undefined ? "" : `${word}\n`]);
  });
});

/** The second sidecar beside an API server that answers in one way, and a repository with plain YAML. */
async function autoWith(answer: Answer) {
  const api = await startApiServer(answer);
  onTestFinished(() => api.stop());
  // Argo CD's user reads the token, as a projected volume lets it.
  await chmod(api.folder, 0o755);
  const server = await serverForTest({
    plugin: await readFile(join(import.meta.dirname, "../../plugin-auto.yaml"), "utf8"),
    env: api.env,
  });
  return { server, root: await folderWith({ "apps/web/one.yaml": manifest }) };
}

/** Sources without a block of a type of their own are asked about. */
const untyped = {};

describe("grantwave-auto, asked by the repo-server's own code", () => {
  it("renders an Application that opted in", async () => {
    const { root, server } = await autoWith(
      json(200, applicationObject({ "grantwave.dev/enabled": "true" })),
    );
    const answer = await likeRepoServer(server, { root, path: "apps/web", source: untyped, name: "web" });
    expect(answer).toMatchObject({ error: "", value: { sourceType: "Plugin" } });
  });

  it("leaves every other to Argo CD", async () => {
    const { root, server } = await autoWith(json(200, applicationObject({})));
    const answer = await likeRepoServer(server, { root, path: "apps/web", source: untyped, name: "web" });
    expect(answer).toMatchObject({ error: "", value: { sourceType: "Directory" } });
  });

  it("C10: says nothing where Argo CD asks without a name", async () => {
    const { root, server } = await autoWith(
      json(200, applicationObject({ "grantwave.dev/enabled": "true" })),
    );
    expect((await match(server, { root, path: "apps/web" })).value).toMatchObject({ isSupported: false });
    expect(await server.outputs()).toEqual([""]);
  });

  it("fails where people see it when the look-up fails, instead of leaving the order to nobody", async () => {
    const { root, server } = await autoWith(json(403, status(403, "Forbidden", "applications is forbidden")));
    const answer = await likeRepoServer(server, { root, path: "apps/web", source: untyped, name: "web" });
    expect(answer.code).not.toBe("OK");
    expect(answer.error).toContain(
      "`grantwave generate --look-up` failed exit status 4: grantwave: application web:",
    );
    expect(answer.error).toContain("forbidden");
  });
});
