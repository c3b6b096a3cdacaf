import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { UsageError } from "../errors.ts";
import { errorCode } from "./application-folder.ts";
import { isInside } from "./repository-root.ts";

/**
 * Throws UsageError where a link in the folder leads out of the root: helm and kustomize follow links and would print
 * what they find. Argo CD refuses such links as well (argo-cd 3.6 `util/app/path/path.go` CheckOutOfBoundsSymlinks).
 * Links to nothing are left to the tools.
 */
export async function assertInboundLinks(folder: string, root: string): Promise<void> {
  const realRoot = await realpath(root);
  const visit = async (here: string): Promise<void> => {
    for (const entry of await readdir(here, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== ".git") await visit(join(here, entry.name));
      if (!entry.isSymbolicLink()) continue;
      const target = await linkTarget(join(here, entry.name));
      if (target === undefined || isInside(realRoot, target)) continue;
      throw new UsageError(
        `${relative(root, join(here, entry.name))} links to a place outside of the repository`,
        {
          hint: "put the file into the repository; nothing outside of it is read",
        },
      );
    }
  };
  await visit(folder);
}

async function linkTarget(link: string): Promise<string | undefined> {
  try {
    return await realpath(link);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ELOOP") return undefined;
    throw cause;
  }
}
