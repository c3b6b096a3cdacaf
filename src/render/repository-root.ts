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
 * The folder that nothing is read outside of: what the operator said; else what Argo CD has sent; else the nearest
 * folder above the application that holds `.git`; else the application's folder itself. No git is needed, since the
 * sidecar often has no `.git`.
 */
export async function repositoryRoot(clues: RootClues): Promise<string> {
  if (clues.explicit !== undefined && clues.explicit !== "") return resolve(clues.cwd, clues.explicit);
  const sent = sentFolder(clues);
  if (sent !== undefined && isInside(sent, clues.folder)) return sent;
  return (await nearestRepository(clues.folder)) ?? clues.folder;
}

/**
 * The folder that Argo CD unpacked its tarball into, where it runs us: the request's own folder; else, in some other
 * place, the working directory less the source's path (argo-cd 3.6 `cmpserver/plugin/plugin.go` generateManifestGeneric:
 * working directory = folder of the tarball + path of the application in it). With `manifest-generate-paths` only the
 * common root of these is sent, and then the source's path is longer than the one in the tarball.
 */
function sentFolder({ cwd, sourcePath }: RootClues): string | undefined {
  if (sourcePath === undefined || sourcePath === "") return undefined;
  return requestFolder(cwd) ?? withoutSourcePath(cwd, sourcePath);
}

/**
 * The folder of its own that Argo CD's cmp-server gives to each request, where it runs us; else undefined (argo-cd 3.6
 * `common/common.go` DefaultCMPWorkDirName).
 */
export function requestFolder(cwd: string): string | undefined {
  return /^.*?\/_cmp_server\/[^/]+(?=\/|$)/.exec(cwd)?.[0];
}

/** `/tmp/x/apps/web` less `apps/web`; undefined where the one does not end in the other. */
function withoutSourcePath(cwd: string, sourcePath: string): string | undefined {
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
