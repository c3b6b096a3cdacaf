#!/usr/bin/env node
// `npm run bench [-- --sizes 50,500,5000] [--runs 5]`: what grantwave costs over what a user would run instead. The two
// commands take turns, so that a machine that slows down slows both; quoted is the median of the ratios of each pair.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureTools } from "../../scripts/tools.mjs";
import { makeChart } from "./make-chart.mjs";
import { measure, median } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "50,500,5000,50000" },
    runs: { type: "string", default: "5" },
  },
});
const tools = await ensureTools();
const command = join(import.meta.dirname, "..", "..", "dist", "grantwave.js");
const folder = await mkdtemp(join(tmpdir(), "grantwave-bench-"));
const env = {
  PATH: process.env["PATH"],
  HOME: folder,
  GRANTWAVE_HELM: tools.helm,
  GRANTWAVE_KUBECTL: tools.kubectl,
};

/** @type {{ size: number, seconds: number }[]} */
const points = [];
try {
  console.log("objects   helm template   generate   ratio (min–max)      over helm   peak memory   output");
  for (const size of values.sizes.split(",").map(Number)) {
    const chart = join(folder, `chart-${size}`, "bench");
    await makeChart(chart, size);
    const helm = () => measure(tools.helm, ["template", "bench", chart, "--namespace", "bench"], { env });
    const ours = () =>
      measure(
        process.execPath,
        [
          command,
          "generate",
          chart,
          "--name",
          "bench",
          "--namespace",
          "bench",
          "--config",
          join(chart, "..", "grantwave.yaml"),
          "--render-timeout",
          "10m",
        ],
        { env },
      );
    await helm();
    await ours();
    const pairs = [];
    for (let run = 0; run < (size > 10_000 ? 1 : Number(values.runs)); run++) {
      pairs.push({ helm: await helm(), ours: await ours() });
    }
    const ratios = pairs.map((pair) => pair.ours.seconds / pair.helm.seconds);
    const oursSeconds = median(pairs.map((pair) => pair.ours.seconds));
    points.push({ size, seconds: oursSeconds });
    console.log(
      [
        String(size).padStart(7),
        `${median(pairs.map((pair) => pair.helm.seconds)).toFixed(2)} s`.padStart(15),
        `${oursSeconds.toFixed(2)} s`.padStart(10),
        `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`.padStart(
          18,
        ),
        `${median(pairs.map((pair) => pair.ours.seconds - pair.helm.seconds)).toFixed(2)} s`.padStart(13),
        `${Math.max(...pairs.map((pair) => pair.ours.peakMiB ?? Number.NaN)).toFixed(0)} MiB`.padStart(13),
        `${((pairs[0]?.ours.bytes ?? 0) / 2 ** 20).toFixed(1)} MiB`.padStart(8),
      ].join(" "),
    );
  }
  const large = points.filter((point) => point.size >= 500);
  const [first, last] = [large[0], large.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) {
    const exponent = Math.log(last.seconds / first.seconds) / Math.log(last.size / first.size);
    console.log(
      `\ntime grows with objects to the power of ${exponent.toFixed(2)} (1 is linear) from ${first.size} to ${last.size}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
