import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { UsageError } from "../errors.ts";

/** A configuration is written by hand: more than this is a mistake. */
const largestBytes = 256 * 1024;

/**
 * The text of a configuration file; undefined where there is none.
 *
 * @param name how messages call it.
 * @param within a folder that the file must not lead out of, through links.
 * @throws UsageError where it is no readable file, too large, or no UTF-8.
 */
export async function readConfigFile(
  file: string,
  name: string,
  within?: string,
): Promise<string | undefined> {
  try {
    if (within !== undefined) {
      await refuseEscape(file, name, within);
    }
    // Not blocking, so that a pipe in the place of the file is refused instead of waited for.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = await handle.stat();
      if (!status.isFile()) {
        throw new UsageError(`${name} is not a file`, { hint: "name a configuration file" });
      }
      if (status.size > largestBytes) {
        throw new UsageError(`${name} is larger than ${largestBytes / 1024} KiB`, {
          hint: "a configuration is a short file: is this another one?",
        });
      }
      return decode(await handle.readFile(), name);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(`${name} cannot be read (${codeOf(error)})`, { cause: error });
  }
}

async function refuseEscape(file: string, name: string, within: string): Promise<void> {
  const path = relative(await realpath(within), await realpath(file));
  if (path === ".." || path.startsWith(`..${sep}`)) {
    throw new UsageError(`${name} is a link out of the repository`, {
      hint: "put the configuration itself there",
    });
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${name} is not valid UTF-8`, { hint: "save it as UTF-8", cause });
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
