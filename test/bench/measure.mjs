import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Runs a command once, its output counted and thrown away: wall seconds, bytes of stdout and the peak resident memory of
 * the process itself in MiB (Linux keeps a high-water mark; elsewhere it is undefined).
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} options
 * @returns {Promise<{ seconds: number, bytes: number, peakMiB: number | undefined }>}
 */
export async function measure(file, args, options = {}) {
  const started = process.hrtime.bigint();
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  /** @type {number | undefined} */
  let peakMiB;
  const look = () => {
    try {
      const [, kiB] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      if (kiB !== undefined) peakMiB = Math.max(peakMiB ?? 0, Number(kiB) / 1024);
    } catch {
      // The process is gone, or there is no /proc: what was seen last counts.
    }
  };
  const timer = setInterval(look, 10);
  let bytes = 0;
  child.stdout.on("data", (chunk) => {
    bytes += chunk.length;
    look();
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with exit code ${code}`);
  return { seconds: Number(process.hrtime.bigint() - started) / 1e9, bytes, peakMiB };
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
