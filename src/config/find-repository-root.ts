import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The nearest folder with a `.git` (a folder, or a file as worktrees and submodules have it), from `folder` upward;
 * undefined where there is none, as in the sidecar, which gets the files without their history.
 */
export async function findRepositoryRoot(folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    if (await exists(join(here, ".git"))) {
      return here;
    }
    if (here === dirname(here)) {
      return undefined;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
