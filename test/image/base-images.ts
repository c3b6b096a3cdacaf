import { execFile } from "node:child_process";
import { access, chmod, copyFile, cp, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { testTools } from "../tools.ts";
import type { ImageStore } from "./buildah.ts";

const run = promisify(execFile);

/** Where npm's cache stands while an image is built. */
export const npmCache = "/var/cache/npm";

/** Where the `apt-get` of the Node image writes what it was asked for, one call a line. */
export const askedOfApt = "var/log/asked-of-apt-get";

/**
 * In the place of Debian's Node image: this machine's Node, npm, and what RUN lines and `#!/usr/bin/env node` need, with
 * their libraries. `apt-get` only writes down its arguments: that packages are there is the registry's and Debian's
 * affair, and no test's. Nobody but root is in its passwd file.
 */
export async function makeNodeImage(store: ImageStore, name: string): Promise<void> {
  await makeImage(store, name, async (root) => {
    for (const program of ["sh", "env", "ln", "rm"]) {
      await placeWithLibraries((await run("which", [program])).stdout.trim(), root, `/usr/bin/${program}`);
    }
    await placeWithLibraries(process.execPath, root, "/usr/bin/node");
    await symlink("usr/bin", join(root, "bin"));
    // npm is found by its link, wherever the machine has it.
    const npm = dirname(dirname(await realpath((await run("which", ["npm"])).stdout.trim())));
    await cp(npm, join(root, "usr/lib/node_modules/npm"), { recursive: true });
    await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/bin/npm"));
    await write(root, "usr/etc/npmrc", await npmSettings(root));
    await write(root, "etc/passwd", "root:x:0:0:root:/root:/bin/sh\n");
    await write(root, "etc/group", "root:x:0:\n");
    await write(root, askedOfApt, "");
    await write(root, "usr/bin/apt-get", `#!/bin/sh\necho "$*" >>/${askedOfApt}\n`);
    await chmod(join(root, "usr/bin/apt-get"), 0o755);
    await mkdir(join(root, "tmp"));
    await chmod(join(root, "tmp"), 0o1777);
    for (const folder of ["dev", "proc", "root", "home"]) await mkdir(join(root, folder));
  });
}

/** The two programs that the Dockerfile takes out of Argo CD's image, where that has them, and nothing else. */
export async function makeArgoCdImage(store: ImageStore, name: string): Promise<void> {
  await makeImage(store, name, async (root) => {
    const bin = join(root, "usr/local/bin");
    await mkdir(bin, { recursive: true });
    await copyFile((await testTools()).helm, join(bin, "helm"));
    await copyFile(await ensureGoProgram("kustomize"), join(bin, "kustomize"));
  });
}

async function makeImage(store: ImageStore, name: string, fill: (root: string) => Promise<void>) {
  const container = await store.buildah("from", "scratch");
  await fill(await store.buildah("mount", container));
  await store.buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", container);
  await store.buildah("commit", "--quiet", "--rm", container, name);
}

/** `ldd` prints the path of each library, the loader's among them. */
async function placeWithLibraries(program: string, root: string, target: string): Promise<void> {
  const { stdout } = await run("ldd", [program]);
  const libraries = stdout.split("\n").flatMap((line) => /(?:=> |^\s*)(\/\S+)/.exec(line)?.[1] ?? []);
  await place(program, join(root, target));
  for (const library of libraries) await place(library, join(root, library));
}

async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(await realpath(from), to);
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** The machine's registry and its certificates, so that `npm ci` in the image works where it works outside. */
async function npmSettings(root: string): Promise<string> {
  const { stdout } = await run("npm", ["config", "get", "registry"]);
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  const settings = [`cache=${npmCache}`, "prefer-offline=true", `registry=${stdout.trim()}`];
  const hasCertificates = await access(certificates).then(
    () => true,
    () => false,
  );
  if (hasCertificates) {
    await place(certificates, join(root, certificates));
    settings.push(`cafile=${certificates}`);
  }
  return `${settings.join("\n")}\n`;
}
