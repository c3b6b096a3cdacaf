import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { errorCode } from "./application-folder.ts";
import type { RenderRequest } from "./render-request.ts";
import { isInside } from "./repository-root.ts";

/** Where a file named in an Application was found. */
export type FoundFile =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "remote"; readonly url: string }
  | { readonly kind: "missing"; readonly path: string };

/**
 * Finds a values file as Argo CD does: relative to the chart, or from the root of the repository with a leading slash,
 * or an http(s) address; all links resolved, and never outside of the root (argo-cd 3.6 `util/io/path/resolved.go`
 * ResolveValueFilePathOrUrl). `what` names its role in errors: `values file`.
 *
 * Throws UsageError for `$ref/…`, other schemes, an address with --offline, a pattern, a folder, and a way out of the
 * root.
 */
export async function findConfined(request: RenderRequest, named: string, what: string): Promise<FoundFile> {
  if (named.startsWith("$")) {
    throw new UsageError(
      `the ${what} ${named} names another source: ref sources are not available to plugins`,
      {
        hint: "copy the file into this source, or give its content as values",
      },
    );
  }
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(named)?.[1]?.toLowerCase();
  if (scheme !== undefined) return remote(request, named, scheme, what);
  if (/[*?[]/.test(named)) {
    throw new UsageError(`the ${what} ${named} is a pattern, which grantwave does not expand`, {
      hint: "list the files one by one, in the order in which they shall win",
    });
  }
  const path = named.startsWith("/") ? join(request.root, named) : join(request.folder, named);
  if (!isInside(request.root, path)) throw outside(request, named, what);
  return onDisk(request, named, path, what);
}

function remote(request: RenderRequest, url: string, scheme: string, what: string): FoundFile {
  if (scheme !== "http" && scheme !== "https") {
    throw new UsageError(`the ${what} ${url} has the scheme ${scheme}; only http and https can be fetched`, {
      hint: "copy the file into the repository",
    });
  }
  if (request.offline) {
    throw new UsageError(`the ${what} ${url} would have to be fetched, which --offline forbids`, {
      hint: "copy the file into the repository, or allow the network",
    });
  }
  return { kind: "remote", url };
}

async function onDisk(request: RenderRequest, named: string, path: string, what: string): Promise<FoundFile> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing", path };
    throw new UsageError(`the ${what} ${named} cannot be resolved (${code})`, {
      hint: "check its permissions and links",
      cause,
    });
  }
  if (!isInside(await realpath(request.root), real)) throw outside(request, named, what);
  if ((await stat(real)).isFile()) return { kind: "file", path: real };
  throw new UsageError(`the ${what} ${named} is not a file`, { hint: "name the file itself" });
}

function outside(request: RenderRequest, named: string, what: string): UsageError {
  return new UsageError(`the ${what} ${named} lies outside of the repository root ${request.root}`, {
    hint: keptInside,
  });
}

/** A missing file, with the two usual reasons for a file that the repository has and a plugin does not see. */
export function missingFile(request: RenderRequest, named: string, what: string): UsageError {
  return new UsageError(`the ${what} ${named} is not there (looked for from ${request.folder})`, {
    hint: notSent,
  });
}

/** What to do about something that lies outside of the root, which is a part of the repository where no more was sent. */
export const keptInside =
  "put it into the repository, nothing outside of it is read; where it is there, Argo CD sent only a part: see the " +
  "annotation argocd.argoproj.io/manifest-generate-paths; or name the right root with --root";

/** argo-cd 3.6 `cmpserver` sends a tarball less the excluded globs, and only the common root of the generate paths. */
export const notSent =
  "check the path; where the repository has the file, Argo CD did not send it to the plugin: see the tar exclusions " +
  "(reposerver.plugin.tar.exclusions) and the annotation argocd.argoproj.io/manifest-generate-paths";
