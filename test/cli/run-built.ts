import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export const built = join(import.meta.dirname, "../../dist/grantwave.js");

export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command with nothing of our environment but PATH, and nothing on its stdin. */
export async function runBuilt(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [built, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, exit] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { exit, stdout, stderr };
}
