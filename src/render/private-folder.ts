import { lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
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
  const folder = await makeFolder(temporaryFolder(env));
  try {
    await mkdir(join(folder, "home"));
    await mkdir(join(folder, "tmp"));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const prefix = "grantwave-";
const nameOfOurs = /^grantwave-[a-zA-Z0-9]{6}$/;

/** Longer than any run that Argo CD waits for. */
const abandonedAfterMilliseconds = 60 * 60 * 1000;

/**
 * Removes private folders of runs that were killed before they could do it themselves, for TMPDIRs that grantwave has
 * for itself, as a sidecar's. Never rejects: what cannot be removed does no harm but for its size.
 */
export async function removeAbandoned(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const temporary = temporaryFolder(env);
  const names = await readdir(temporary).catch(() => []);
  for (const name of names.filter((candidate) => nameOfOurs.test(candidate))) {
    const folder = join(temporary, name);
    try {
      const { mtimeMs } = await lstat(folder);
      if (Date.now() - mtimeMs > abandonedAfterMilliseconds)
        await rm(folder, { recursive: true, force: true });
    } catch {
      // Somebody else was quicker, or it is not ours.
    }
  }
}

function temporaryFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env["TMPDIR"] || "/tmp";
}

async function makeFolder(temporary: string): Promise<string> {
  try {
    return await mkdtemp(join(temporary, prefix));
  } catch (cause) {
    throw new UsageError(`cannot make a private folder in ${temporary}`, {
      hint: "set TMPDIR to a folder that grantwave may write to",
      cause,
    });
  }
}
