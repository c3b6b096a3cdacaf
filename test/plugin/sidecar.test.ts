import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer } from "./cmp-client.ts";
import { isConfined } from "./cmp-server.ts";
import { leftovers, nothingLeft } from "./leftovers.ts";
import { chart } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

/** Prints what a plugin sees of its surroundings as a ConfigMap. */
const probe = `#!/usr/bin/env node
const fs = require("node:fs");
const os = require("node:os");
const tries = (write) => { try { write(); return "written"; } catch (error) { return error.code; } };
const data = {
  uid: String(process.getuid()),
  home: process.env.HOME ?? "none",
  passwd: tries(() => os.userInfo()),
  root: tries(() => fs.writeFileSync("/usr/grantwave-probe", "")),
  etc: tries(() => fs.writeFileSync("/etc/grantwave-probe", "")),
  opt: tries(() => fs.writeFileSync(fs.realpathSync(process.argv[1]) + ".probe", "")),
  temporary: tries(() => fs.writeFileSync(process.env.TMPDIR + "/probe", "")),
  git: String(fs.existsSync("../../.git")),
};
console.log(JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "probe" }, data }));
`;

function pluginWith(command: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: ConfigManagementPlugin
metadata: { name: grantwave }
spec: { generate: { command: [${command}] } }
`;
}

/** Takes the right to write from the application's folder while grantwave runs: Argo CD's user owns what it unpacked. */
const unwritable = `#!/bin/sh
chmod -R a-w .
if [ "$(id -u)" -ne 0 ] && touch probe 2>/dev/null; then echo "the folder can be written to" >&2; exit 1; fi
grantwave generate
code=$?
chmod -R u+w .
exit $code
`;

const umbrella = {
  ...chart,
  "apps/umbrella/Chart.yaml": `apiVersion: v2
name: umbrella
version: 0.1.0
dependencies:
  - { name: shop, version: 0.1.0, repository: "file://../shop" }
`,
  "apps/umbrella/templates/own.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: own }\n",
  "base/kustomization.yaml": "resources: [config.yaml]\n",
  "base/config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: base }\n",
  "apps/overlay/kustomization.yaml": "resources: [../../base]\nnamePrefix: test-\n",
  "apps/plain/one.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n",
};

describe("C11: a sidecar as Argo CD runs it", () => {
  it.runIf(isConfined)(
    "has no home, no passwd entry, a read-only root and no .git: the tests are honest about that",
    async () => {
      const server = await serverForTest({
        plugin: pluginWith("probe"),
        programs: { probe },
      });
      const root = await folderWith({ ...umbrella, ".git/HEAD": "ref: refs/heads/main\n" });
      const answer = await likeRepoServer(server, {
        root,
        path: "apps/plain",
        exclude: ["**/.git/**", ".git"],
      });
      expect(answer.error).toBe("");
      expect(JSON.parse(answer.value?.manifests[0] ?? "").data).toEqual({
        uid: "999",
        home: "none",
        passwd: "ERR_SYSTEM_ERROR",
        root: "EROFS",
        etc: "EROFS",
        opt: "EROFS",
        temporary: "written",
        git: "false",
      });
    },
  );

  it.each([
    ["a chart with a dependency", "apps/umbrella", ["own", "demo-word"]],
    ["a kustomization with a base", "apps/overlay", ["test-base"]],
    ["plain files", "apps/plain", ["one"]],
  ])("renders %s there, and writes nothing into the application's folder", async (_what, path, expected) => {
    const server = await serverForTest({
      plugin: pluginWith("unwritable"),
      programs: { unwritable },
    });
    const answer = await likeRepoServer(server, { root: await folderWith(umbrella), path });
    expect(answer.error).toBe("");
    const rendered = answer.value?.manifests.map((manifest) => JSON.parse(manifest).metadata.name);
    expect(rendered?.sort()).toEqual([...expected].sort());
    expect(await leftovers(server)).toEqual(nothingLeft);
  });

  it("says what is wrong where even TMPDIR cannot be written to", async () => {
    const closed = await mkdtemp(join("/tmp", "grantwave-closed-"));
    try {
      const server = await serverForTest({
        plugin: pluginWith("closed"),
        programs: { closed: `#!/bin/sh\nTMPDIR=${closed}/missing exec grantwave generate\n` },
      });
      const { error } = await likeRepoServer(server, { root: await folderWith(chart), path: "apps/shop" });
      expect(error).toContain(
        `grantwave: application demo: cannot make a private folder in ${closed}/missing (set TMPDIR to a folder that grantwave may write to)`,
      );
    } finally {
      await rm(closed, { recursive: true });
    }
  });
});
