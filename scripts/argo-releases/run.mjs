import { spawn } from "node:child_process";
import { env } from "node:process";
import { text } from "node:stream/consumers";

/**
 * Runs a command and gives its stdout; its stderr goes to ours. Rejects where it ends with another code than 0.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly env?: Readonly<Record<string, string>>, readonly input?: string }} options
 * @returns {Promise<string>}
 */
export async function run(command, args, options) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // A program that ends before it has read everything says so by its exit code.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with exit code ${code}`);
  return output;
}
