#!/usr/bin/env node
// `npm run build`: bundles src/main.ts into dist/grantwave.js, an executable with its lazily loaded chunks beside it and
// the licences of what is bundled. The new dist takes the place of the old one only when it is whole.
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(import.meta.dirname, "..");

/** Builds dist/ and gives the path of the executable. */
export async function build() {
  const { build: bundle } = await import("esbuild");
  const staging = await mkdtemp(join(root, "dist-"));
  try {
    const result = await bundle({
      absWorkingDir: root,
      entryPoints: { grantwave: "src/main.ts" },
      outdir: staging,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      chunkNames: "chunks/[name]-[hash]",
      // CommonJS packages among the dependencies ask for Node's own modules with require().
      banner: {
        js: 'import { createRequire as grantwaveRequire } from "node:module";\nconst require = grantwaveRequire(import.meta.url);',
      },
      legalComments: "none",
      metafile: true,
      logLevel: "warning",
    });
    const executable = join(staging, "grantwave.js");
    await writeFile(executable, `#!/usr/bin/env node\n${await readFile(executable, "utf8")}`);
    await chmod(executable, 0o755);
    await writeFile(
      join(staging, "THIRD-PARTY-NOTICES.txt"),
      await notices(Object.keys(result.metafile.inputs)),
    );
    await chmod(staging, 0o755);
    await replace(staging, join(root, "dist"));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return join(root, "dist", "grantwave.js");
}

/**
 * Puts a new folder in the place of an old one. Two builds at once both end with a whole dist.
 *
 * @param {string} from
 * @param {string} to
 */
async function replace(from, to) {
  for (let attempt = 0; ; attempt++) {
    try {
      const old = `${from}.old`;
      await rename(to, old).catch(() => {});
      await rename(from, to);
      await rm(old, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/**
 * Name, version and licence text of every package whose files went into the bundle.
 *
 * @param {readonly string[]} inputs paths relative to the root
 */
async function notices(inputs) {
  const folders = inputs.map((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  const sections = await Promise.all(packages.map(noticeOf));
  return `grantwave contains the following packages.\n\n${sections.join("\n")}`;
}

/**
 * What packages without a licence file say in their package.json.
 *
 * @type {Readonly<Record<string, string>>}
 */
const licencesElsewhere = {
  tr46: "MIT licence (https://opensource.org/license/mit), by Sebastian Mayr, as its package.json says",
};

/** @param {string} folder relative to the root */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
  const elsewhere = licencesElsewhere[name];
  if (elsewhere !== undefined)
    return `${name} ${version} (${license})\n\n${elsewhere}\n\n${"-".repeat(72)}\n`;
  const file = (await readdir(join(root, folder))).find((entry) => /^(?:un)?licen[cs]e/i.test(entry));
  if (file === undefined)
    throw new Error(`${name} has no licence file: see what it says elsewhere and note it here`);
  const text = await readFile(join(root, folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text.trim()}\n\n${"-".repeat(72)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
}
