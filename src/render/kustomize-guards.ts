import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { onPath, type Tools } from "./tools.ts";

/**
 * Puts a `git` of our own before the real one on the PATH of kustomize and gives the folder that holds it; empty where
 * there is no git, and so nothing to guard.
 *
 * kustomize 5.8 hands the `ref` of a remote base to `git fetch --depth=1 REPOSITORY REF` as it is, so that a ref such
 * as `--upload-pack=COMMAND` would run a command of the repository's choice; bases of bases are only known while they
 * are fetched, so looking through the files beforehand cannot find them all. Argo CD guards itself in the same way
 * (GHSA-9v9p-x54c-58gc, argo-cd 3.6 `util/kustomize/gitwrapper.go`).
 */
export async function installGuards(privateFolder: string, tools: Tools): Promise<readonly string[]> {
  const git = await onPath("git", tools);
  if (git === undefined) return [];
  if (/['\n]/.test(git)) {
    throw new UsageError(`git stands at a path that cannot be quoted: ${JSON.stringify(git)}`, {
      hint: "move it to a folder without quotes or line feeds in its name",
    });
  }
  const folder = join(privateFolder, "bin");
  await mkdir(folder);
  await writeFile(join(folder, "git"), gitGuard(git), { mode: 0o700 });
  return [folder];
}

/** Ours alone: nothing of the repository becomes part of the script, its arguments stay arguments. */
function gitGuard(git: string): string {
  return `#!/bin/sh
case "$1" in
fetch)
  [ "$#" -eq 4 ] && [ "$2" = "--depth=1" ] && exec '${git}' fetch --depth=1 --end-of-options "$3" "$4"
  echo "grantwave: refused a git fetch of a form that kustomize is not known to use" >&2
  exit 1
  ;;
esac
exec '${git}' "$@"
`;
}
