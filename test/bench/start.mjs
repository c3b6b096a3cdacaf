import { spawn } from "node:child_process";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { median } from "./measure.mjs";

/**
 * What the start of a command may cost in processor time, as a multiple of `node -e 0`: Argo CD starts us for each
 * application that it renders, and to ask whether it should. A bound is a third above what was measured; who exceeds it
 * looks at what is loaded (test/cli/lazy-loading.test.ts) before raising it.
 * @type {readonly { name: string, args: readonly string[], most: number }[]}
 */
const starts = [
  { name: "discover --by-content", args: ["discover", "--by-content"], most: 3.9 },
  { name: "generate, until the renderer runs", args: ["generate", ".", "--mode", "off"], most: 5.5 },
  { name: "generate, one object", args: ["generate", "."], most: 11 },
];

/** Takes no time, so that nothing of ours is hidden behind it. */
const renderer = `#!/bin/sh
echo 'apiVersion: v1
kind: ConfigMap
metadata: { name: one, namespace: start }'
`;

/** Says at the end of a process what it took: wall time alone grows with whatever else the machine does. */
const clock = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeFileSync(process.env.CLOCK, String((user + system) / 1000));
});
`;

/**
 * Measures the starts against a bare Node, prints a line each, and gives those that cost more than they may. All of them
 * take turns, so that a machine that slows down slows all.
 * @param {string} command path of dist/grantwave.js
 * @param {string} temporary an empty folder
 * @param {number} runs
 * @returns {Promise<readonly string[]>}
 */
export async function measureStarts(command, temporary, runs) {
  const prepared = await prepare(join(temporary, "start"));
  const rounds = [];
  for (let round = 0; round <= runs; round++) {
    const bare = await milliseconds(["-e", "0"], prepared);
    const ours = [];
    for (const { args } of starts) ours.push(await milliseconds([command, ...args], prepared));
    // The first round finds cold caches.
    if (round > 0) rounds.push({ bare, ours });
  }
  const bare = median(rounds.map((round) => round.bare));
  console.log(
    `\n${"start of".padEnd(36)} processor time over node -e 0 (${bare.toFixed(0)} ms)   times it   at most`,
  );
  const tooMuch = [];
  for (const [index, { most, name }] of starts.entries()) {
    const ours = rounds.map((round) => ({ bare: round.bare, ours: round.ours[index] ?? Number.NaN }));
    const times = median(ours.map((round) => round.ours / round.bare));
    const over = median(ours.map((round) => round.ours - round.bare));
    console.log(
      `${name.padEnd(36)} ${`${over.toFixed(0)} ms`.padStart(37)} ${times.toFixed(2).padStart(10)} ${most.toFixed(2).padStart(9)}`,
    );
    if (!(times <= most)) tooMuch.push(`${name} takes ${times.toFixed(2)} times node -e 0: at most ${most}`);
  }
  return tooMuch;
}

/** @param {string} folder */
async function prepare(folder) {
  await mkdir(folder, { recursive: true });
  const [helm, preload, result] = [
    join(folder, "renderer"),
    join(folder, "clock.cjs"),
    join(folder, "clock"),
  ];
  await writeFile(join(folder, "Chart.yaml"), "apiVersion: v2\nname: start\nversion: 0.1.0\n");
  await writeFile(helm, renderer);
  await chmod(helm, 0o755);
  await writeFile(preload, clock);
  const env = {
    PATH: process.env["PATH"],
    TMPDIR: folder,
    NODE_OPTIONS: `--require ${preload}`,
    CLOCK: result,
    ARGOCD_APP_NAME: "start",
    ARGOCD_APP_NAMESPACE: "start",
    GRANTWAVE_HELM: helm,
    GRANTWAVE_QUIET: "true",
  };
  return { result, options: { cwd: folder, env } };
}

/**
 * Processor time of a Node process, without that of its children.
 * @param {readonly string[]} args
 * @param {Awaited<ReturnType<typeof prepare>>} prepared
 */
async function milliseconds(args, { options, result }) {
  await rm(result, { force: true });
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with exit code ${code}`);
  return Number(await readFile(result, "utf8"));
}
