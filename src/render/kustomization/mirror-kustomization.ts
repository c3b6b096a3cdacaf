import { constants } from "node:fs";
import {
  copyFile,
  mkdir,
  readdir,
  readlink,
  realpath,
  stat,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { UsageError } from "../../errors.ts";
import { jsonText } from "../../manifest/json-text.ts";
import type { JsonObject } from "../../manifest/manifest.ts";
import type { RenderRequest } from "../render-request.ts";
import { isInside } from "../repository-root.ts";
import { mirrorRoot } from "../workspace.ts";

const maxBytes = 100 * 1024 * 1024;
const maxEntries = 50_000;

/**
 * A copy of the application's folder in the private folder, with another kustomization in the place of its own, at the
 * place that it has in the repository: everything beside the way to it is a link, so that `../../base` means the same
 * and no other folder is looked through. The files of the folder itself are copies, since kustomize takes none that
 * really lie outside of it (kustomize 5.8 `api/internal/loader/loadrestrictions.go`).
 *
 * @param name the file name of the kustomization.
 * @returns the copy's folder.
 * @throws UsageError where the folder is too large for a copy.
 */
export async function mirrorKustomization(
  { folder, root }: RenderRequest,
  privateFolder: string,
  name: string,
  kustomization: JsonObject,
): Promise<string> {
  // As kustomize does: from where the folder really is.
  let from = await realpath(root);
  const steps = relative(from, await realpath(folder))
    .split(sep)
    .filter((step) => step !== "");
  let to = mirrorRoot(privateFolder);
  for (const step of steps) {
    await mkdir(to, { recursive: true });
    for (const entry of await readdir(from)) {
      if (entry !== step && entry !== ".git") await symlink(join(from, entry), join(to, entry));
    }
    [from, to] = [join(from, step), join(to, step)];
  }
  await copyFolder(from, to);
  const file = join(to, name);
  // Never through a link of the repository.
  await unlink(file).catch(() => {});
  await writeFile(file, jsonText(kustomization), { flag: "wx", mode: 0o600 });
  return to;
}

/** @param from all links resolved. */
async function copyFolder(from: string, to: string): Promise<void> {
  let bytes = 0;
  let entries = 0;
  const copy = async (source: string, target: string): Promise<void> => {
    await mkdir(target, { recursive: true });
    for (const entry of await readdir(source, { withFileTypes: true })) {
      if (entry.name === ".git") continue;
      if (++entries > maxEntries) throw tooLarge(from, `${maxEntries} files and folders`);
      const [here, there] = [join(source, entry.name), join(target, entry.name)];
      if (entry.isDirectory()) await copy(here, there);
      else if (entry.isSymbolicLink()) await copyLink(here, there, { from, to });
      else if (entry.isFile()) {
        bytes += (await stat(here)).size;
        if (bytes > maxBytes) throw tooLarge(from, `${maxBytes / 1024 / 1024} MiB`);
        await copyFile(here, there, constants.COPYFILE_FICLONE);
      }
    }
  };
  await copy(from, to);
}

/** A link inside the folder leads to the same place of the copy, any other to where it led before. */
async function copyLink(
  link: string,
  copy: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const target = await realpath(link).catch(() => undefined);
  if (target === undefined) await symlink(await readlink(link), copy);
  else if (!isInside(from, target)) await symlink(target, copy);
  else await symlink(relative(dirname(copy), join(to, relative(from, target))) || ".", copy);
}

function tooLarge(folder: string, limit: string): UsageError {
  return new UsageError(`the kustomization's folder ${folder} holds more than ${limit}`, {
    hint: "settings of an Application are put into a copy of it: keep only the application in its folder",
  });
}
