#!/usr/bin/env node
// `npm run setup`: brings everything that tests and demo need, and says nothing when all of it is there. Needs nothing
// but Node and npm itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(import.meta.dirname, "..");

/** Installs the dependencies where they are missing or older than the lock file, then helm and kubectl. */
export async function setup() {
  if (await isOutdated()) {
    process.stderr.write("installing dependencies …\n");
    await npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  // Not before the dependencies are there, should it come to need one.
  const { ensureTools } = await import("./tools.mjs");
  return ensureTools();
}

/** npm writes node_modules/.package-lock.json last: older than the lock file, or missing, means not up to date. */
async function isOutdated() {
  const [installed, wanted] = await Promise.all(
    ["node_modules/.package-lock.json", "package-lock.json"].map((file) =>
      stat(join(root, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ),
    ),
  );
  return installed === undefined || (wanted !== undefined && wanted > installed);
}

/**
 * Runs npm with its output on stderr, since stdout may belong to the command that needs the set-up.
 *
 * @param {readonly string[]} args
 */
async function npm(args) {
  const child = spawn("npm", args, { cwd: root, stdio: ["ignore", 2, 2] });
  const [code] = await once(child, "close");
  if (code !== 0) {
    throw new Error(`npm ${args[0]} ended with exit code ${code}: see what it says above`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setup().catch((error) => {
    console.error(`set-up: ${error.message}`);
    process.exitCode = 1;
  });
}
