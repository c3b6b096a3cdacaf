import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";

/**
 * Before the first test: the kustomize that the stand-in for Argo CD's image holds, built where it is not kept yet. What
 * is missing is said once, instead of in every test.
 */
export default async function programs(): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const buildah = await promisify(execFile)("buildah", ["--version"]).catch(() => undefined);
  if (!isRoot || buildah === undefined) {
    throw new Error("the image is built by root, with buildah on PATH (Debian: apt-get install buildah)");
  }
  await ensureGoProgram("kustomize");
}
