import { access, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { run } from "./run.mjs";

/** @typedef {import("./releases.mjs").Release} Release */

/** Go 1.26 does not even fetch a module that asks for 1.27, as those of 3.6 do. */
const toolchain = "go1.27.3";
const repository = "https://github.com/argoproj/argo-cd.git";

/**
 * The folder that holds a release's sync code, fetched if it is not there yet: from the Go module proxy, or from
 * argo-cd's repository. GRANTWAVE_ARGO_CD_REPOSITORY may name a clone on this machine instead, for those without a
 * network.
 *
 * @param {Release} release
 * @param {string} cache
 * @returns {Promise<string>}
 */
export async function engineSource({ engine }, cache) {
  return "tag" in engine
    ? folderOfTag(engine.tag, cache)
    : folderOfModule(`${engine.module}@${engine.version}`, cache);
}

/**
 * @param {string} module with its version
 * @param {string} folder in which Go is run; it only has to exist
 */
export async function folderOfModule(module, folder) {
  const answer = await run("go", ["mod", "download", "-json", module], {
    cwd: folder,
    env: { GOTOOLCHAIN: toolchain },
  });
  return /** @type {{ Dir: string }} */ (JSON.parse(answer)).Dir;
}

/**
 * @param {string} tag
 * @param {string} cache
 */
async function folderOfTag(tag, cache) {
  const kept = join(cache, `argo-cd-${tag}`);
  const engine = join(kept, "gitops-engine");
  if (await exists(engine)) return engine;
  const workshop = await mkdtemp(`${kept}.partial-`);
  try {
    const local = env["GRANTWAVE_ARGO_CD_REPOSITORY"];
    const how = local ? ["--shared"] : ["--depth", "1", "--filter=blob:none"];
    const clone = ["clone", "--quiet", "--no-checkout", "--single-branch", "--branch", tag];
    await run("git", [...clone, ...how, local || repository, workshop], { cwd: cache });
    await run("git", ["sparse-checkout", "set", "gitops-engine"], { cwd: workshop });
    await run("git", ["checkout", "--quiet", tag], { cwd: workshop });
    await rename(workshop, kept);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return engine;
}

/** @param {string} path */
async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
