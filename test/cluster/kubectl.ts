import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs kubectl with what stands behind it; gives what it prints. Rejects with its words if it fails. */
export type Kubectl = (args: readonly string[], stdin?: string) => Promise<string>;

/** The kubectl of the multi-call binary, for one kubeconfig. It keeps its caches in the folder. */
export function kubectlWith(program: string, kubeconfig: string, folder: string): Kubectl {
  return async (args, stdin = "") => {
    const child = spawn(program, ["kubectl", `--kubeconfig=${kubeconfig}`, ...args], {
      env: { PATH: process.env["PATH"] ?? "", HOME: folder },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.on("error", () => {}); // it may end without reading
    child.stdin.end(stdin);
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    if (code !== 0)
      throw new Error(`kubectl ${args.join(" ")} ended with exit code ${code}: ${stderr.trim()}`);
    return stdout;
  };
}
