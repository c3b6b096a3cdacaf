#!/usr/bin/env node
// `npm run test:fuzz [-- FILTER …]`: every test that tries random cases, at length and with fresh seeds, round after
// round until the time is over. GRANTWAVE_FUZZ is the time in minutes (10); no new round begins after it.
// GRANTWAVE_SEED=N is one round with that seed, as long as it takes.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hasGo } from "./go-programs.mjs";

const root = resolve(import.meta.dirname, "..");
const usualMinutes = 10;

/** Tests of these folders need a Go toolchain, or more than that: the latter have runs of their own. */
const goFolder = "test/oracle/";
const otherFolders = ["test/plugin/", "test/cluster/"];

/** The tests that try random cases, as paths from the root. */
function randomTests() {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((file) => `test/${file}`)
    .filter((file) => file.endsWith(".test.ts") && !otherFolders.some((folder) => file.startsWith(folder)))
    .filter((file) => /from "(\.\.?\/)+runs\.ts"/.test(readFileSync(join(root, file), "utf8")))
    .sort();
}

/**
 * Those that are asked for and can be run here; says what is left out.
 *
 * @param {readonly string[]} filters
 */
async function chosenTests(filters) {
  const chosen = randomTests().filter(
    (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  );
  const withoutGo = chosen.filter((file) => !file.startsWith(goFolder));
  if (withoutGo.length === chosen.length || (await hasGo())) return chosen;
  console.error(`no go on PATH: ${goFolder} is left out, which asks Argo CD's and Kubernetes' own code`);
  return withoutGo;
}

/**
 * Runs vitest with a seed; true where every test holds. The first that fails ends it.
 *
 * @param {readonly string[]} args
 * @param {number} seed
 * @param {string | undefined} minutes
 */
async function holds(args, seed, minutes) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const options = ["run", "--bail=1", "--testTimeout=0", "--reporter=dot", ...args];
  const env = { ...process.env, GRANTWAVE_FUZZ: minutes, GRANTWAVE_SEED: String(seed) };
  const child = spawn(process.execPath, [vitest, ...options], { cwd: root, env, stdio: "inherit" });
  const [code] = await once(child, "close");
  return code === 0;
}

/** @param {string | undefined} text */
function readMinutes(text) {
  const minutes = text === undefined ? usualMinutes : Number(text);
  if (!(minutes > 0))
    throw new Error(`GRANTWAVE_FUZZ is ${JSON.stringify(text)}: a number of minutes is wanted`);
  return minutes;
}

async function fuzz() {
  const filters = process.argv.slice(2);
  const files = await chosenTests(filters);
  if (files.length === 0)
    throw new Error(`no test that tries random cases has ${filters.join(" or ")} in its path`);
  const given = process.env["GRANTWAVE_SEED"];
  const minutes = readMinutes(process.env["GRANTWAVE_FUZZ"]);
  const end = Date.now() + minutes * 60_000;
  let rounds = 0;
  do {
    rounds += 1;
    const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
    console.error(`round ${rounds} of ${files.length} files, GRANTWAVE_SEED=${seed}`);
    if (!(await holds(files, seed, given === undefined ? String(minutes) : undefined))) {
      console.error(`failed; again: GRANTWAVE_SEED=${seed} npm run test:fuzz`);
      process.exitCode = 1;
      return;
    }
  } while (given === undefined && Date.now() < end);
  console.error(`${rounds} round${rounds === 1 ? "" : "s"} without a failure`);
}

await fuzz().catch((error) => {
  console.error(`fuzz: ${error.message}`);
  process.exitCode = 2;
});
