import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, temporaryFolder } from "../render/rendering.ts";
import { runGrantwave } from "../run-grantwave.ts";

/** Writes down every path that the process asks the file system for, children not included. */
const spy = `const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { appendFileSync } = fs;
const log = (path) => appendFileSync(process.env.SPY, String(path) + "\\n");
for (const home of [fs, fs.promises]) {
  for (const name of ["access", "lstat", "open", "opendir", "readFile", "readdir", "realpath", "stat"]) {
    const original = home[name];
    home[name] = (...args) => (log(args[0]), original.apply(home, args));
  }
}
syncBuiltinESMExports();
`;

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one, namespace: web }\n";

const repository = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "apps/web/kustomization.yaml": "resources: [../../base, one.yaml]\n",
  "apps/web/one.yaml": manifest,
  "base/kustomization.yaml": "resources: [two.yaml]\n",
  "base/two.yaml": manifest.replace("one", "two"),
  "charts/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
  "charts/shop/templates/one.yaml": manifest,
  "neighbour/many.yaml": "not: {a manifest\n",
  "neighbour/deeper/Chart.yaml": "not: {a chart\n",
};

describe("C05: a repository of which only a part is the application's", () => {
  it.each([
    ["a kustomization", "apps/web", {}, ["apps", "base"]],
    ["a chart", "charts/shop", {}, ["charts"]],
    ["a folder of manifests", "base", { renderer: "directory", exclude: "kustomization.yaml" }, ["base"]],
  ])("is read only where %s says so", async (_what, path, parameters, expected) => {
    const root = await folderWith(repository);
    const folder = await temporaryFolder();
    await writeFile(join(folder, "spy.cjs"), spy);
    await writeFile(join(folder, "read"), "");
    const { exit, stderr } = await runGrantwave(["generate", "--name", "web", "--namespace", "web"], {
      cwd: join(root, path),
      env: {
        NODE_OPTIONS: `--require ${join(folder, "spy.cjs")}`,
        SPY: join(folder, "read"),
        ARGOCD_APP_SOURCE_PATH: path,
        ARGOCD_APP_PARAMETERS: JSON.stringify(
          Object.entries(parameters).map(([name, string]) => ({ name, string })),
        ),
      },
    });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    const read = (await readFile(join(folder, "read"), "utf8"))
      .split("\n")
      .map((file) => relative(root, file))
      .filter((file) => !file.startsWith("..") && file.includes("/"));
    expect([...new Set(read.map((file) => file.split("/")[0]))].sort()).toEqual(expected);
  });
});
