import { readdir, stat } from "node:fs/promises";
import { OutsideError, UsageError } from "../errors.ts";
import type { RenderRequest } from "./render-request.ts";
import { isReallyInside } from "./repository-root.ts";

/**
 * The names in the application's folder. Throws UsageError where it is not there, is no folder, cannot be read, or lies
 * outside of the root.
 */
export async function applicationEntries(request: RenderRequest): Promise<readonly string[]> {
  const { folder, root } = request;
  try {
    if (!(await stat(folder)).isDirectory()) {
      throw new UsageError(`${folder} is a file, not an application's folder`, {
        hint: "give the folder that holds it, or `-` to read manifests from standard input",
      });
    }
    const names = await readdir(folder);
    if (await isReallyInside(root, folder)) return names;
  } catch (cause) {
    throw unreadableFolder(folder, cause);
  }
  throw new UsageError(`the application's folder ${folder} lies outside of the repository root ${root}`, {
    hint: "name the root with --root, or run from inside the repository",
  });
}

function unreadableFolder(folder: string, cause: unknown): UsageError | OutsideError {
  if (cause instanceof UsageError) return cause;
  switch (errorCode(cause)) {
    case "ENOENT":
    case "ENOTDIR":
      return new UsageError(`there is no folder ${folder}`, {
        hint: "check spec.source.path, or the folder on the command line",
        cause,
      });
    case "EACCES":
    case "EPERM":
      return new UsageError(`the application's folder ${folder} may not be read`, {
        hint: "check its permissions for the user that runs grantwave",
        cause,
      });
    default:
      return new OutsideError(`the application's folder ${folder} cannot be read`, { cause });
  }
}

/** `ENOENT` and the like, from whatever the file system threw. */
export function errorCode(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}
