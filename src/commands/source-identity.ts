import { posix, relative, sep } from "node:path";
import { normaliseGitUrl } from "../argo/git-url.ts";
import type { SourceIdentity } from "../barrier/barrier-name.ts";
import { standardInput } from "../render/render-request.ts";

/** What is known of a source beside what Argo CD says about it. */
export interface SourceSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The application's folder, or `-`. */
  readonly folder: string;
  readonly root: string;
  /** The parameter `source-path`: what Argo CD says, or somebody instead. */
  readonly path: string | undefined;
  /** The plugin parameter `source`. */
  readonly name: string;
}

/**
 * Which source of its Application this run renders. What Argo CD says counts (argo-cd 3.6.1
 * `reposerver/repository/repository.go` `newEnvRepoQuery`), since the working directory need not end in the source's
 * path: with `manifest-generate-paths` only the common root is sent. On a laptop the Application file says the same; the
 * folder itself is asked only where neither does.
 */
export function sourceIdentity({ env, folder, root, path, name }: SourceSurroundings): SourceIdentity {
  const fromRoot = folder === standardInput ? "" : relative(root, folder).replaceAll(sep, "/");
  return {
    repoURL: normaliseGitUrl(env["ARGOCD_APP_SOURCE_REPO_URL"] ?? ""),
    path: normaliseSourcePath(path ?? fromRoot),
    name,
  };
}

/** `./apps/web/` → `apps/web`; empty for the root of the repository. */
export function normaliseSourcePath(path: string): string {
  const normal = posix.normalize(path).replace(/\/+$/, "");
  return normal === "." ? "" : normal;
}
