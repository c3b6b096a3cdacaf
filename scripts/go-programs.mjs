#!/usr/bin/env node
// Builds the Go programs that tests ask for the answers of Argo CD's and Kubernetes' own code, and keeps them outside of
// the repository.
//
//   node scripts/go-programs.mjs argo-sync …   prints the path of each program, built if it was not there yet
//
// A program is kept by its content: its sources, go.mod, go.sum, toolchain and flags. Go's own caches stand beside the
// programs, unless GOMODCACHE and GOCACHE name others; they may be deleted at any time.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { argv, env, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "..");

/**
 * @typedef {object} GoProgram
 * @property {string} module folder of the Go module, below test/go
 * @property {string} package what to build: a folder of the module (`./name`), or a package that it requires
 * @property {string} toolchain as GOTOOLCHAIN takes it; Go fetches the ones that are not installed
 * @property {readonly string[]} [flags] for `go build`
 */

/** Argo CD 3.6 asks for Go 1.27. */
const argoCd = { module: "argo-cd", toolchain: "go1.27.3" };

/** Kubernetes 1.37; without debug information, which would be a third more to compile and to keep. */
const kubernetes = {
  module: "kubernetes",
  toolchain: "auto",
  flags: ["-gcflags=all=-dwarf=false", `-ldflags=-s -w ${kubernetesVersion("1", "37", "2")}`],
};

/** @satisfies {Record<string, GoProgram>} */
const programs = {
  "argo-kustomize": { ...argoCd, package: "./argo-kustomize" },
  "argo-health": { ...argoCd, package: "./argo-health" },
  "argo-sync": { ...argoCd, package: "./argo-sync" },
  // All of Argo CD's programs; ARGOCD_BINARY_NAME says which one it is.
  argocd: {
    ...argoCd,
    package: "github.com/argoproj/argo-cd/v3/cmd",
    flags: ["-ldflags", "-s -w -X github.com/argoproj/argo-cd/v3/common.version=3.6.1"],
  },
  cmpclient: { ...argoCd, package: "./cmpclient" },
  "release-order": { ...argoCd, package: "./release-order" },
  kustomize: {
    module: "kustomize",
    toolchain: "go1.26.8",
    package: "sigs.k8s.io/kustomize/kustomize/v5",
  },
  kubetest: { ...kubernetes, package: "./kubetest" },
  pause: { ...kubernetes, package: "./pause" },
  signer: { ...kubernetes, package: "./signer" },
  "yaml-reader": { ...argoCd, package: "./yaml-reader" },
};

/** @typedef {keyof typeof programs} GoProgramName */

/**
 * Whether there is a Go to build with. Tests that need one say so where it is missing.
 * @returns {Promise<boolean>}
 */
export async function hasGo() {
  return run("go", ["version"], { cwd: root, quiet: true }).then(
    () => true,
    () => false,
  );
}

/**
 * The path of a program, built if it is not kept yet. Safe when several processes ask at once. Rejects with an Error
 * that says what to do.
 * @param {GoProgramName} name
 * @returns {Promise<string>}
 */
export async function ensureGoProgram(name) {
  /** @type {GoProgram} */
  const program = programs[name];
  const kept = join(cacheFolder(), "programs", `${name}-${await contentKey(program)}`);
  if (await isExecutable(kept)) return kept;
  if (!(await hasGo())) {
    throw new Error(
      `${name} has to be built and there is no go on PATH: install Go 1.26 or later (https://go.dev/dl)`,
    );
  }
  await build(name, program, kept);
  return kept;
}

/**
 * The folder of a Go module that one of ours requires, in the very version that it is built with; fetched where it is not
 * there. For files that are no Go code.
 * @param {string} module folder of our module, below test/go
 * @param {string} path of the module that is wanted
 * @returns {Promise<string>}
 */
export async function goModuleFolder(module, path) {
  const toolchain = module === argoCd.module ? argoCd.toolchain : kubernetes.toolchain;
  const { stdout: answer } = await promisify(execFile)("go", ["mod", "download", "-json", path], {
    cwd: join(root, "test", "go", module),
    env: { ...env, ...goEnvironment(toolchain) },
  });
  return JSON.parse(answer).Dir;
}

/**
 * What a Kubernetes program says its version is; its own build scripts set it the same way.
 * @param {string} major
 * @param {string} minor
 * @param {string} patch
 */
function kubernetesVersion(major, minor, patch) {
  const values = { gitVersion: `v${major}.${minor}.${patch}`, gitMajor: major, gitMinor: minor };
  return Object.entries(values)
    .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
    .join(" ");
}

/**
 * Builds beside the final place and renames, so that nobody ever runs half of it.
 * @param {string} name
 * @param {GoProgram} program
 * @param {string} target
 */
async function build(name, program, target) {
  await mkdir(join(target, ".."), { recursive: true });
  const workshop = await mkdtemp(`${target}.partial-`);
  const start = Date.now();
  stderr.write(`building ${name} (kept until its sources change) …\n`);
  try {
    const built = join(workshop, name);
    const args = [
      "build",
      "-trimpath",
      "-mod=readonly",
      ...(program.flags ?? []),
      "-o",
      built,
      program.package,
    ];
    await run("go", args, {
      cwd: moduleFolder(program),
      env: goEnvironment(program.toolchain),
    });
    await rename(built, target);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  stderr.write(`built ${name} in ${Math.round((Date.now() - start) / 1000)} s\n`);
}

/** @param {string} toolchain */
function goEnvironment(toolchain) {
  return {
    CGO_ENABLED: "0",
    GOTOOLCHAIN: toolchain,
    GOFLAGS: "",
    GOMODCACHE: env["GOMODCACHE"] ?? join(cacheFolder(), "mod"),
    GOCACHE: env["GOCACHE"] ?? join(cacheFolder(), "build"),
  };
}

/**
 * @param {GoProgram} program
 * @returns {Promise<string>}
 */
async function contentKey(program) {
  const hash = createHash("sha256").update(JSON.stringify(program));
  for (const file of await sourceFiles(program)) {
    hash.update(`\0${file}\0`).update(await readFile(join(moduleFolder(program), file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * What a program is made of: the module's two files, and its own folder where it has one.
 * @param {GoProgram} program
 * @returns {Promise<readonly string[]>}
 */
async function sourceFiles(program) {
  const own = program.package.startsWith("./") ? program.package.slice(2) : undefined;
  const listed =
    own === undefined ? [] : await readdir(join(moduleFolder(program), own), { recursive: true });
  const sources = listed.filter((file) => file.endsWith(".go")).map((file) => `${own}/${file}`);
  return ["go.mod", "go.sum", ...sources.sort()];
}

/** @param {GoProgram} program */
function moduleFolder(program) {
  return join(root, "test", "go", program.module);
}

function cacheFolder() {
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "grantwave", "go");
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Runs a command with its output on stderr, since stdout belongs to whoever wants the path.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, quiet?: boolean }} options
 */
async function run(command, args, options) {
  const out = options.quiet === true ? "ignore" : 2;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ["ignore", out, out],
  });
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new Error(`${command} ${args[0]} ended with exit code ${code}: see what it says above`);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = argv.slice(2);
  if (wanted.length === 0 || wanted.some((name) => !Object.hasOwn(programs, name))) {
    stderr.write(`usage: node scripts/go-programs.mjs ${Object.keys(programs).join("|")} …\n`);
    process.exitCode = 2;
  } else {
    try {
      for (const name of wanted) {
        stdout.write(`${await ensureGoProgram(/** @type {GoProgramName} */ (name))}\n`);
      }
    } catch (error) {
      stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  }
}
