import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianPackages, libraryPath } from "../cluster/debian-packages.ts";

export interface BuildahProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Debian 12's buildah, and those of its libraries that not every Debian has. */
const packages = [
  "buildah",
  "libassuan0",
  "libdevmapper1.02.1",
  "libgpg-error0",
  "libgpgme11",
  "libseccomp2",
];

/** The buildah on PATH, else Debian's: unpacked, not installed. Or, in words, why this machine cannot build the image. */
export async function findBuildah(): Promise<BuildahProgram | string> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  const namespaces = ["--mount", "--pid", "--fork", "mount", "-t", "tmpfs", "tmpfs", "/tmp"];
  if (!(await succeeds("unshare", namespaces))) return "this user may not mount in namespaces of its own";
  const installed = { path: "buildah", env: {} };
  if (await runs(installed)) return installed;
  try {
    const root = await debianPackages(packages);
    const unpacked = {
      path: join(root, "usr/bin/buildah"),
      env: { LD_LIBRARY_PATH: await libraryPath(root) },
    };
    return (await runs(unpacked)) ? unpacked : "there is no buildah on PATH, and Debian's does not run here";
  } catch (error) {
    return `there is no buildah on PATH: ${(error as Error).message.split("\n")[0]}`;
  }
}

function runs({ path, env }: BuildahProgram): Promise<boolean> {
  return succeeds(path, ["--version"], env);
}

function succeeds(program: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  return promisify(execFile)(program, args, { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}
