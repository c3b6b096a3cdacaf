import { access, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";

interface RootClues {
  /** What the operator said. */
  readonly explicit: string | undefined;
  /** Argo CD runs a plugin in the application's path … */
  readonly cwd: string;
  /** … and names that path from the root of the repository: `ARGOCD_APP_SOURCE_PATH`. */
  readonly sourcePath: string | undefined;
  /** The application's folder, absolute. */
  readonly folder: string;
}

/**
 * The folder that nothing is read outside of: what the operator said; else the working directory less Argo CD's source
 * path; else the nearest folder above the application that holds `.git`; else the application's folder itself. No git
 * is needed, since the sidecar often has no `.git` (argo-cd 3.6 `cmpserver/plugin/plugin.go`: working directory =
 * folder of the tarball + application path).
 */
export async function repositoryRoot(clues: RootClues): Promise<string> {
  if (clues.explicit !== undefined && clues.explicit !== "") return resolve(clues.cwd, clues.explicit);
  const sent = withoutSourcePath(clues.cwd, clues.sourcePath);
  if (sent !== undefined && isInside(sent, clues.folder)) return sent;
  return (await nearestRepository(clues.folder)) ?? clues.folder;
}

/** `/tmp/x/apps/web` less `apps/web`; undefined where the one does not end in the other. */
function withoutSourcePath(cwd: string, sourcePath: string | undefined): string | undefined {
  if (sourcePath === undefined || sourcePath === "") return undefined;
  const steps = sourcePath.split("/").filter((step) => step !== "" && step !== ".");
  let root = cwd;
  for (const step of steps.toReversed()) {
    if (!root.endsWith(sep + step)) return undefined;
    root = dirname(root);
  }
  return root;
}

/** The nearest folder, from the given one upwards, that holds `.git`; undefined where none does. */
export async function nearestRepository(folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    if (await exists(resolve(here, ".git"))) return here;
    if (here === dirname(here)) return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** True for the root itself and everything below it; both absolute, links not resolved. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}

/** True where a path, all links resolved, lies in the root. The path must exist. */
export async function isReallyInside(root: string, path: string): Promise<boolean> {
  return isInside(await realpath(root), await realpath(path));
}
