import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { errorCode } from "./application-folder.ts";
import { globMatcher } from "./glob-matcher.ts";
import type { RenderRequest } from "./render-request.ts";
import { isInside } from "./repository-root.ts";

export interface ManifestFile {
  /** Relative to the application, with forward slashes. */
  readonly path: string;
  /** All links resolved; inside the root. */
  readonly realPath: string;
  readonly bytes: number;
}

export interface ManifestFiles {
  readonly files: readonly ManifestFile[];
  /** Files that Argo CD passes over, with the reason. */
  readonly notices: readonly string[];
}

const manifestName = /\.(?:yaml|yml|json|jsonnet)$/s;
/** Entries looked at per file allowed: a bound for trees that hold no manifests at all. */
const entriesPerFile = 10;

/**
 * The files that Argo CD reads of a plain directory, in its order: names sorted by bytes, folders in their place, links
 * to folders not followed (argo-cd 3.6 `reposerver/repository/repository.go` getPotentiallyValidManifests). Hidden
 * files count. Only `.git` is left out here, which Argo CD would search for manifests too.
 *
 * Throws UsageError for a link out of the root, for too many files and for a pattern that cannot be read.
 */
export async function manifestFiles(request: RenderRequest): Promise<ManifestFiles> {
  const root = await realpath(request.root);
  const isWanted = fileFilter(request);
  const files: ManifestFile[] = [];
  const notices: string[] = [];
  const { maxFiles } = request.limits;
  const maxEntries = maxFiles * entriesPerFile;
  let entries = 0;

  const visit = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await sortedEntries(folder)) {
      entries += 1;
      if (entries > maxEntries) throw tooMany(request, "files and folders", maxEntries);
      const path = prefix + entry.name;
      if (entry.isDirectory()) {
        if (request.directory.recurse && entry.name !== ".git")
          await visit(join(folder, entry.name), `${path}/`);
        continue;
      }
      if (!request.directory.anyExtension && !manifestName.test(entry.name)) continue;
      const found = await resolveFile(join(folder, entry.name), path, root);
      if (typeof found === "string") notices.push(found);
      else if (isWanted(path)) files.push(found);
      if (files.length > maxFiles) throw tooMany(request, "manifest files", maxFiles);
    }
  };
  await visit(request.folder, "");
  return { files, notices };
}

async function sortedEntries(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

/** exclude wins over include; both see the path relative to the application. */
function fileFilter(request: RenderRequest): (path: string) => boolean {
  const { include, exclude } = request.directory;
  const isExcluded = exclude === "" ? () => false : globMatcher(exclude);
  const isIncluded = include === "" ? () => true : globMatcher(include);
  return (path) => !isExcluded(path) && isIncluded(path);
}

/** The file, or why it is passed over. */
async function resolveFile(file: string, path: string, root: string): Promise<ManifestFile | string> {
  let realPath: string;
  try {
    realPath = await realpath(file);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return `${path} is passed over: it links to nothing`;
    throw new UsageError(`${path} cannot be resolved (${errorCode(cause)})`, {
      hint: "mend or remove the link",
      cause,
    });
  }
  if (!isInside(root, realPath)) {
    throw new UsageError(`${path} links to a file outside of the repository`, {
      hint: "put the file into the repository; nothing outside of it is read",
    });
  }
  const status = await stat(realPath);
  return status.isFile() ? { path, realPath, bytes: status.size } : `${path} is passed over: it is no file`;
}

function tooMany(request: RenderRequest, what: string, limit: number): UsageError {
  return new UsageError(`${request.folder} holds too many ${what}: more than ${limit}`, {
    hint: "narrow it with --include or --exclude, switch off --recurse, or split the application",
  });
}
