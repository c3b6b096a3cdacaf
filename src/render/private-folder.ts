import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";

/**
 * Gives `use` a new folder under TMPDIR that nobody else can read, and removes it afterwards, also on failure. It is
 * the only place that a render writes to.
 */
export async function withPrivateFolder<T>(
  env: Readonly<Record<string, string | undefined>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeFolder(env["TMPDIR"] || "/tmp");
  try {
    await mkdir(join(folder, "home"));
    await mkdir(join(folder, "tmp"));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder(temporary: string): Promise<string> {
  try {
    return await mkdtemp(join(temporary, "grantwave-"));
  } catch (cause) {
    throw new UsageError(`cannot make a private folder in ${temporary}`, {
      hint: "set TMPDIR to a folder that grantwave may write to",
      cause,
    });
  }
}
