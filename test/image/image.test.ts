import { execFile } from "node:child_process";
import { access, mkdir, readdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { runGrantwave } from "../run-grantwave.ts";
import { testTools } from "../tools.ts";
import { askedOfApt, makeArgoCdImage, makeNodeImage, npmCache } from "./base-images.ts";
import { type ImageStore, openImageStore } from "./buildah.ts";
import { findBuildah } from "./buildah-program.ts";

const repository = join(import.meta.dirname, "..", "..");
/** No release: that it arrives shows that the argument chose the image. */
const version = "v0.0.0-stand-in";
const [nodeImage, image] = ["localhost/stand-in/node:20", "localhost/grantwave:test"];

const found = await findBuildah();
const isMissing = typeof found === "string";
const notRun = isMissing ? ` (NOT RUN: ${found})` : "";

let store: ImageStore;
let root: string;
let config: ImageConfig;

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
}

beforeAll(async () => {
  if (isMissing) return;
  store = await openImageStore(found);
  await makeNodeImage(store, nodeImage);
  await makeArgoCdImage(store, `quay.io/argoproj/argocd:${version}`);
  const cache = (await promisify(execFile)("npm", ["config", "get", "cache"])).stdout.trim();
  await mkdir(cache, { recursive: true });
  const args = [`ARGOCD_VERSION=${version}`, `NODE_IMAGE=${nodeImage}`].flatMap((arg) => [
    "--build-arg",
    arg,
  ]);
  const volume = ["--volume", `${cache}:${npmCache}`];
  await store.buildah("build", "--pull=never", ...args, ...volume, "--tag", image, repository);
  config = JSON.parse(await store.buildah("inspect", "--type", "image", image)).OCIv1.config;
  root = await store.buildah("mount", await store.buildah("from", "--pull=never", image));
  // What a container runtime makes for what it mounts; and no shell, since nothing may need one.
  await mkdir(join(root, "repo"));
  await rm(join(root, "usr/bin/sh"));
}, 300_000);

// Also where the build fails.
afterAll(() => store?.close());

describe.skipIf(isMissing)(`the image that the Dockerfile makes${notRun}`, () => {
  it("runs as Argo CD's user, starts the server that Argo CD puts there, and says what it is", async () => {
    const { version: own } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
    expect(config).toMatchObject({
      User: "999",
      Entrypoint: ["/var/run/argocd/argocd-cmp-server"],
      Labels: {
        "org.opencontainers.image.title": "grantwave",
        "org.opencontainers.image.version": own,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "dev.grantwave.argocd-version": version,
      },
    });
    expect(config.Env).toEqual(
      expect.arrayContaining([
        "GRANTWAVE_HELM=/usr/local/bin/helm",
        "GRANTWAVE_KUSTOMIZE=/usr/local/bin/kustomize",
        "NODE_ENV=production",
      ]),
    );
  });

  it.each([
    ["plugin.yaml", "home/argocd/cmp-server/config/plugin.yaml"],
    ["plugin-auto.yaml", "home/argocd/cmp-server/config-auto/plugin.yaml"],
    ["package.json", "opt/grantwave/package.json"],
    ["LICENSE", "opt/grantwave/LICENSE"],
  ])("has %s where it is looked for", async (ours, theirs) => {
    await expectSameFile(join(repository, ours), theirs);
  });

  it("has helm and kustomize of Argo CD's image, byte for byte and executable", async () => {
    await expectSameFile((await testTools()).helm, "usr/local/bin/helm");
    await expectSameFile(await ensureGoProgram("kustomize"), "usr/local/bin/kustomize");
    for (const name of ["helm", "kustomize"]) {
      expect((await stat(join(root, "usr/local/bin", name))).mode & 0o777).toBe(0o755);
    }
  });

  it("has the command as it is built outside, on PATH, and nothing of what built it", async () => {
    expect(await readlink(join(root, "usr/local/bin/grantwave"))).toBe("/opt/grantwave/dist/grantwave.js");
    const built = await filesIn(join(repository, "dist"));
    expect(await filesIn(join(root, "opt/grantwave/dist"))).toEqual(built);
    for (const file of built)
      await expectSameFile(join(repository, "dist", file), join("opt/grantwave/dist", file));
    expect((await readdir(join(root, "opt/grantwave"))).sort()).toEqual(["LICENSE", "dist", "package.json"]);
    await expect(access(join(root, "src"))).rejects.toThrow("ENOENT");
  });

  it("asks Debian for git and certificates", async () => {
    expect((await readFile(join(root, askedOfApt), "utf8")).trimEnd().split("\n")).toEqual([
      "update",
      "install --no-install-recommends -y ca-certificates git",
    ]);
  });
});

describe.skipIf(isMissing)(
  `a container of it: user 999 without a passwd entry, a read-only root, no shell${notRun}`,
  () => {
    it("can write to /tmp, and nowhere else", async () => {
      const closed = ["/", "/repo", "/opt/grantwave", "/home/argocd", "/root", "/var"];
      const script = `
      const { mkdtempSync } = require("node:fs");
      const error = (act) => { try { act(); return "none"; } catch ({ code }) { return code; } };
      const write = (folder) => [folder, error(() => mkdtempSync(folder + "/try-"))];
      const writes = ${JSON.stringify(["/tmp", ...closed])}.map(write);
      const user = error(() => require("node:os").userInfo());
      const shell = error(() => require("node:fs").accessSync("/bin/sh"));
      console.log(JSON.stringify({ uid: process.getuid(), groups: process.getgroups(), writes, user, shell }));`;
      const { stdout } = await inContainer(repository, "/usr/bin/node", "--eval", script);
      expect(JSON.parse(stdout)).toEqual({
        uid: 999,
        groups: [999],
        // Not for want of rights: the file system itself is read-only.
        writes: [["/tmp", "none"], ...closed.map((folder) => [folder, "EROFS"])],
        user: "ERR_SYSTEM_ERROR",
        shell: "ENOENT",
      });
    });

    it.each([
      ["a helm chart", "shop-chart", "shop"],
      ["a kustomization", "web-and-signer", "app"],
      ["a folder", "custom-policy", "app"],
    ])("generates %s as outside, byte for byte", async (_what, example, path) => {
      const folder = join(repository, "examples", example);
      const files = ["--config", "grantwave.yaml", "--application", "application.yaml"];
      const args = ["generate", path, "--root", ".", ...files];
      const kustomize = await ensureGoProgram("kustomize");
      const outside = await runGrantwave(args, { cwd: folder, env: { GRANTWAVE_KUSTOMIZE: kustomize } });
      expect(outside.exit).toBe(0);
      expect(outside.stdout).toContain("kind: Job");
      expect(await inContainer(folder, "grantwave", ...args)).toEqual({
        stdout: outside.stdout,
        stderr: outside.stderr,
      });
    });
  },
);

/** Runs a command with the image's environment and a folder as its working directory; rejects with what it said. */
function inContainer(folder: string, ...command: readonly string[]) {
  const sandbox = [join(import.meta.dirname, "sandbox.sh"), root, folder];
  const args = ["--mount", "--pid", "--fork", "--kill-child", ...sandbox, ...config.Env, ...command];
  return promisify(execFile)("unshare", args, { maxBuffer: 64 * 1024 * 1024, timeout: 50_000 });
}

async function expectSameFile(ours: string, theirs: string): Promise<void> {
  const [expected, actual] = await Promise.all([readFile(ours), readFile(join(root, theirs))]);
  expect(actual.equals(expected), `${theirs} has the bytes of ${relative(repository, ours)}`).toBe(true);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
