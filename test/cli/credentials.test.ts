import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeEach(() => {
  folder = checkout();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Nothing listens there. */
const remote = "https://bot:hunter2secret@127.0.0.1:1/apps?token=hunter2secret";

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const chart = `apiVersion: v2\nname: far\nversion: 0.1.0\n`;
const needy = `${chart}dependencies: [{ name: near, version: 0.1.0, repository: "${remote}" }]\n`;

it.each([
  ["of a values file", "apps/shop", ["--values-files", remote]],
  ["of a values file, offline", "apps/shop", ["--values-files", remote, "--offline"]],
  ["of a chart repository", "apps/far", []],
  ["of a chart repository, offline", "apps/far", ["--offline"]],
  ["of a remote base", "apps/based", []],
  ["of a remote base, offline", "apps/based", ["--offline"]],
])("credentials in the address %s are in no message", async (_of, app, flags) => {
  write("apps/far/Chart.yaml", needy);
  write("apps/based/kustomization.yaml", `resources: ["${remote}"]\n`);
  const args = ["generate", app, "--name", "web", "--namespace", "web", "--log", "debug", ...flags];
  const { stdout, stderr } = await runGrantwave(args, { cwd: folder });
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^grantwave: application web: .*127\.0\.0\.1/m);
  expect(stderr).not.toContain("hunter2secret");
});

it("a migration that could not be compared names no credentials, and stays a line", async () => {
  write("apps/based/kustomization.yaml", `resources: ["${remote}"]\n`);
  write(
    "eu.yaml",
    `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: "we\\eb" }
spec: { source: { repoURL: "x", path: apps/based, kustomize: { namePrefix: eu- } }, destination: { namespace: web } }
`,
  );
  const { stderr } = await runGrantwave(["migrate", "eu.yaml"], { cwd: folder });
  expect(stderr).toMatch(
    /^grantwave: eu\.yaml: Application we\\u\{1b\}b, .*not compared: .*127\.0\.0\.1.*\n$/,
  );
  expect(stderr).not.toContain("hunter2secret");
});

it("a migration to what cannot be a plugin's name is refused", async () => {
  const { exit, stderr } = await runGrantwave(["migrate", "eu.yaml", "--plugin", "a b\nc"], { cwd: folder });
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr:
      'grantwave: "a b\\nc" cannot be the name of a plugin (give what spec.source.plugin.name is to be with --plugin)\n',
  });
});
