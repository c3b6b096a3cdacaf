#!/usr/bin/env node
// `npm run bench [-- --sizes 50,500,5000] [--runs 5]`: what grantwave costs over what a user would run instead. The two
// commands take turns, so that a machine that slows down slows both; quoted is the median of the ratios of each pair.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureTools } from "../../scripts/tools.mjs";
import { makeChart, makeKustomization } from "./make-application.mjs";
import { measure, median } from "./measure.mjs";
import { solverMilliseconds } from "./solver.mjs";
import { measureStarts } from "./start.mjs";

/**
 * Something to measure: what the folder holds, and what a user would run in it.
 * @typedef {object} Case
 * @property {string} name
 * @property {number} objects
 * @property {(folder: string) => Promise<void>} make
 * @property {readonly string[]} bare
 */

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "50,500,5000,50000" },
    runs: { type: "string", default: "5" },
  },
});
const tools = await ensureTools();
const command = join(import.meta.dirname, "..", "..", "dist", "grantwave.js");
const temporary = await mkdtemp(join(tmpdir(), "grantwave-bench-"));
const env = {
  PATH: process.env["PATH"],
  HOME: temporary,
  GRANTWAVE_HELM: tools.helm,
  GRANTWAVE_KUBECTL: tools.kubectl,
};
const helm = [tools.helm, "template", "bench", ".", "--namespace", "bench"];

/** @type {readonly Case[]} */
const charts = values.sizes.split(",").map((size) => ({
  name: "helm",
  objects: Number(size),
  make: (folder) => makeChart(folder, { deployments: Number(size), policies: 1 }),
  bare: helm,
}));

/** @type {readonly Case[]} */
const others = [
  {
    name: "helm, 500 policies move",
    objects: 5000,
    make: (folder) => makeChart(folder, { deployments: 5000, policies: 500 }),
    bare: helm,
  },
  {
    name: "kustomize",
    objects: 500,
    make: (folder) => makeKustomization(folder, 500),
    bare: [tools.kubectl, "kustomize", "."],
  },
];

try {
  console.log(
    `${"case".padEnd(24)} objects    bare    ours  ratio (min–max)      over bare   peak memory    output`,
  );
  const large = [];
  for (const one of [...charts, ...others]) {
    const seconds = await run(one);
    if (charts.includes(one) && one.objects >= 500) large.push({ objects: one.objects, seconds });
  }
  const [first, last] = [large[0], large.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) {
    const exponent = Math.log(last.seconds / first.seconds) / Math.log(last.objects / first.objects);
    console.log(
      `\ntime grows with objects to the power of ${exponent.toFixed(2)} (1 is linear) from ${first.objects} to ${last.objects}`,
    );
  }
  console.log(
    `the solver alone: ${(await solverMilliseconds(50_000, 200_000)).toFixed(0)} ms for 50000 objects and 200000 constraints`,
  );
  const tooMuch = await measureStarts(command, temporary, Math.max(7, Number(values.runs)));
  for (const words of tooMuch) console.error(words);
  if (tooMuch.length > 0) process.exitCode = 1;
} finally {
  await rm(temporary, { recursive: true, force: true });
}

/**
 * Measures one case, prints its line and gives our median of seconds.
 * @param {Case} one
 */
async function run({ name, objects, make, bare }) {
  const folder = join(temporary, `${name.replaceAll(/\W+/g, "-")}-${objects}`, "bench");
  await make(folder);
  const [file = "", ...args] = bare;
  const ours = ["generate", ".", "--name", "bench", "--namespace", "bench", "--render-timeout", "10m"];
  const config = ["--config", join(folder, "..", "grantwave.yaml")];
  const once = async () => ({
    bare: await measure(file, args, { env, cwd: folder }),
    ours: await measure(process.execPath, [command, ...ours, ...config], { env, cwd: folder }),
  });
  const isLong = objects > 10_000;
  // The first run finds cold caches; where runs are long that is lost in them.
  if (!isLong) await once();
  const pairs = [];
  for (let i = 0; i < (isLong ? 1 : Number(values.runs)); i++) pairs.push(await once());

  const ratios = pairs.map((pair) => pair.ours.seconds / pair.bare.seconds);
  const seconds = median(pairs.map((pair) => pair.ours.seconds));
  const over = median(pairs.map((pair) => pair.ours.seconds - pair.bare.seconds));
  const peak = Math.max(...pairs.map((pair) => pair.ours.peakMiB ?? Number.NaN));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  console.log(
    [
      name.padEnd(24),
      String(objects).padStart(7),
      `${median(pairs.map((pair) => pair.bare.seconds)).toFixed(2)} s`.padStart(7),
      `${seconds.toFixed(2)} s`.padStart(7),
      `${median(ratios).toFixed(2)} (${range})`.padStart(18),
      `${over.toFixed(2)} s`.padStart(12),
      `${peak.toFixed(0)} MiB`.padStart(13),
      `${((pairs[0]?.ours.bytes ?? 0) / 2 ** 20).toFixed(1)} MiB`.padStart(9),
    ].join(" "),
  );
  return seconds;
}
