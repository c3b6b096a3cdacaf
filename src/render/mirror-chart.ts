import { copyFile, mkdir, readdir, realpath, stat, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { keptInside, notSent } from "./confined-path.ts";
import { assertInboundLinks } from "./inbound-links.ts";
import type { RenderRequest } from "./render-request.ts";
import { isInside } from "./repository-root.ts";
import { mirrorRoot } from "./workspace.ts";

/** helm itself refuses charts beyond this (helm 4.2 `pkg/chart/loader/archive` MaxDecompressedChartSize). */
const maxChartBytes = 100 * 1024 * 1024;
const maxDepth = 64;

/** The path in a `file://` repository, as helm reads it. */
export function localTarget(repository: string): string {
  return repository.slice("file://".length);
}

/**
 * A copy of the chart in the private folder that helm may write to, at the place that it has in the repository, with
 * links to the local charts that it depends on at theirs, so that `file://../common` means the same. Gives the copy's
 * folder. Throws UsageError for a local chart that is missing or lies outside of the root.
 */
export async function mirrorChart(
  request: RenderRequest,
  privateFolder: string,
  targets: readonly string[],
): Promise<string> {
  const mirror = mirrorRoot(privateFolder);
  const copy = join(mirror, relative(request.root, request.folder));
  await copyFolder(request.folder, copy);
  for (const target of new Set(targets)) {
    const original = resolve(request.folder, target);
    await checkTarget(request, target, original);
    if (isAbsolute(target) || isInside(request.folder, original)) continue;
    const place = join(mirror, relative(request.root, original));
    await mkdir(dirname(place), { recursive: true });
    await symlink(await realpath(original), place);
  }
  return copy;
}

async function checkTarget(request: RenderRequest, target: string, original: string): Promise<void> {
  if (!isInside(request.root, original)) throw outside(request, target);
  if (isInside(original, request.folder)) {
    throw new UsageError(`the chart depends on file://${target}, a folder that holds the chart itself`, {
      hint: "move the dependency out of the chart's parent folders",
    });
  }
  let real: string;
  try {
    real = await realpath(original);
  } catch (cause) {
    throw new UsageError(`the chart at file://${target} is not there (looked for from ${request.folder})`, {
      hint: notSent,
      cause,
    });
  }
  if (!isInside(await realpath(request.root), real)) throw outside(request, target);
  if ((await stat(real)).isDirectory()) await assertInboundLinks(real, request.root);
}

function outside(request: RenderRequest, target: string): UsageError {
  return new UsageError(`the chart at file://${target} lies outside of the repository root ${request.root}`, {
    hint: keptInside,
  });
}

/** Copies what the links mean, since a link's relative target may lie outside of the copy. */
async function copyFolder(from: string, to: string): Promise<void> {
  let bytes = 0;
  const copy = async (source: string, target: string, depth: number): Promise<void> => {
    if (depth > maxDepth) throw tooDeep(from);
    await mkdir(target, { recursive: true });
    for (const entry of await readdir(source, { withFileTypes: true })) {
      if (entry.name === ".git") continue;
      const path = join(source, entry.name);
      const status = await stat(path).catch(() => undefined);
      if (status?.isDirectory()) await copy(path, join(target, entry.name), depth + 1);
      if (!status?.isFile()) continue;
      bytes += status.size;
      if (bytes > maxChartBytes) throw tooLarge(from);
      await copyFile(path, join(target, entry.name));
    }
  };
  await copy(from, to, 0);
}

function tooLarge(chart: string): UsageError {
  return new UsageError(`the chart ${chart} holds more than ${maxChartBytes / 1024 / 1024} MiB`, {
    hint: "keep only the chart in its folder; helm refuses larger ones too",
  });
}

function tooDeep(chart: string): UsageError {
  return new UsageError(`the chart ${chart} has more than ${maxDepth} folders inside each other`, {
    hint: "look for a link that leads back to a folder above it",
  });
}
