import { createHash } from "node:crypto";
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { ensureGoProgram } from "../go-programs.mjs";
import { engineSource } from "./engine-source.mjs";
import { releaseNamed } from "./releases.mjs";
import { run } from "./run.mjs";

/** @typedef {import("./releases.mjs").Release} Release */

const program = resolve(import.meta.dirname, "../../test/go/argo-cd/release-order/main.go");
/** The sync code that the program is written against. */
const engineOfProgram = "github.com/argoproj/argo-cd/gitops-engine/v3";
const releaseOfProgram = "3.6.1";

/**
 * The path of release-order with the sync code of a release in it, built if it is not there yet. The first one takes
 * minutes: it has Kubernetes' own modules in it.
 *
 * @param {Release} release
 * @returns {Promise<string>}
 */
export async function ensureEngine(release) {
  if (release.release === releaseOfProgram) return ensureGoProgram("release-order");
  const cache = await releasesCache();
  const source = await readFile(program, "utf8");
  const key = createHash("sha256").update(JSON.stringify(release)).update(source).digest("hex");
  const kept = join(cache, `release-order-${release.release}-${key.slice(0, 16)}`);
  if (await exists(kept)) return kept;
  const workshop = await mkdtemp(`${kept}.partial-`);
  try {
    const engine = await engineSource(release, cache);
    const dependencies = await engineSource(releaseNamed(release.dependenciesOf ?? release.release), cache);
    const name = await moduleName(engine);
    await writeFile(join(workshop, "main.go"), adapted(source, name, release));
    await writeFile(join(workshop, "go.mod"), await moduleFile(name, engine, dependencies));
    await copyFile(join(dependencies, "go.sum"), join(workshop, "go.sum"));
    await run("go", buildArguments, { cwd: workshop, env: { CGO_ENABLED: "0", GOFLAGS: "" } });
    await rename(join(workshop, "release-order"), kept);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return kept;
}

/** The folder for what is fetched and built here; made if it is not there. */
export async function releasesCache() {
  const cache = join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "grantwave", "argo-releases");
  await mkdir(cache, { recursive: true });
  return cache;
}

/** Not optimised: half the time to build, and nobody measures it. */
const buildArguments = [
  "build",
  "-mod=mod",
  "-trimpath",
  "-gcflags=all=-N -l -dwarf=false",
  "-ldflags=-s -w",
  "-o",
  "release-order",
  ".",
];

/**
 * The program in the words of a release's sync code. Each change has to be found, so that none is lost when the
 * program is changed.
 *
 * @param {string} source
 * @param {string} engine
 * @param {Release} release
 */
function adapted(source, engine, { wantsOpenApi = false }) {
  /** @type {readonly (readonly [from: string, to: string])[]} */
  const changes = [
    [`"${engineOfProgram}/`, `"${engine}/`],
    ["sc.Sync(context.Background())", "sc.Sync()"],
    ...(wantsOpenApi
      ? /** @type {const} */ ([
          ["ManageResources(*rest.Config)", "ManageResources(*rest.Config, openapi.Resources)"],
          [
            "&kubectl{w: w}, q.DestinationNamespace, opts",
            "&kubectl{w: w}, q.DestinationNamespace, nil, opts",
          ],
          [
            'cmdutil "k8s.io/kubectl/pkg/cmd/util"',
            'cmdutil "k8s.io/kubectl/pkg/cmd/util"\n\t"k8s.io/kubectl/pkg/util/openapi"',
          ],
        ])
      : []),
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${program} has no ${from}: mend scripts/argo-releases`);
    return text.replaceAll(from, to);
  }, source);
}

/**
 * A go.mod with the requirements of one release and the sync code of another (most often the same).
 *
 * @param {string} engine name of the module
 * @param {string} folder of the sync code
 * @param {string} dependencies folder of the module whose requirements are taken
 */
async function moduleFile(engine, folder, dependencies) {
  const theirs = await readFile(join(dependencies, "go.mod"), "utf8");
  return `${theirs.replace(/^module .*/m, "module grantwave.test/release-order")}
require ${engine} v0.0.0
replace ${engine} => ${folder}
`;
}

/** @param {string} folder */
async function moduleName(folder) {
  const name = /^module (\S+)/m.exec(await readFile(join(folder, "go.mod"), "utf8"))?.[1];
  if (name === undefined) throw new Error(`${folder}/go.mod names no module`);
  return name;
}

/** @param {string} path */
async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
