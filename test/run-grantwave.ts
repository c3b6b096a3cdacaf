import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { testTools } from "./tools.ts";

export interface Run {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command as a user would, with the real helm and kustomize and nothing else of our environment. */
export async function runGrantwave(
  args: readonly string[],
  options: { cwd: string; env?: Readonly<Record<string, string>>; stdin?: string },
): Promise<Run> {
  const tools = await testTools();
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "dist", "grantwave.js"), ...args], {
    cwd: options.cwd,
    env: {
      PATH: process.env["PATH"] ?? "",
      GRANTWAVE_HELM: tools.helm,
      GRANTWAVE_KUBECTL: tools.kubectl,
      ...options.env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(options.stdin ?? "");
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, exit] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { exit, stdout, stderr };
}
