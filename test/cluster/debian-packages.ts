import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a node is made of. */
export const nodePackages = [
  "containerd",
  "runc",
  "libseccomp2",
  "containernetworking-plugins",
  "busybox-static",
];

/** What redis is made of, beside what every Debian has. */
export const redisPackages = ["redis-server", "redis-tools"];
/** Libraries of redis-tools by the names they have had; those that this Debian depends on are taken. */
const redisLibraries = /^(liblzf1|libjemalloc2|liblua5\.1-0|lua-[a-z]+|libhiredis[0-9.]*|libatomic1)$/;

/**
 * A folder into which packages of this machine's Debian are unpacked: not installed, so that nothing of the machine
 * changes and no service starts. Fetched once. Rejects with what is missing where this is no Debian.
 */
export async function debianPackages(wanted: readonly string[]): Promise<string> {
  const key = createHash("sha256").update(wanted.join("\n")).digest("hex").slice(0, 16);
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "grantwave", "debian");
  const kept = join(cache, key);
  if (await exists(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const workshop = await mkdtemp(join(cache, "partial-"));
  try {
    const root = join(workshop, "root");
    await mkdir(root);
    await download(wanted, workshop);
    for (const file of (await readdir(workshop)).filter((name) => name.endsWith(".deb"))) {
      await run("dpkg", ["-x", join(workshop, file), root]);
    }
    // Where somebody else was quicker theirs is as good.
    await rename(root, kept).catch(async (error) => {
      if (!(await exists(kept))) throw error;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return kept;
}

/** Where an unpacked package has its libraries, as LD_LIBRARY_PATH takes it. */
export async function libraryPath(root: string): Promise<string> {
  const usr = join(root, "usr", "lib");
  const triples = (await readdir(usr)).filter((name) => name.endsWith("-linux-gnu"));
  return triples.flatMap((triple) => [join(usr, triple), join(root, "lib", triple)]).join(":");
}

async function download(wanted: readonly string[], cwd: string): Promise<void> {
  const fetch = async () =>
    run("apt-get", ["download", "-q", ...wanted, ...(await librariesOf(wanted))], { cwd });
  try {
    await fetch().catch(async () => {
      // The package lists are old, or not there at all.
      await run("apt-get", ["update", "-q"]);
      return fetch();
    });
  } catch (cause) {
    throw new Error(`cannot fetch ${wanted.join(", ")} with apt-get: ${(cause as Error).message}`, { cause });
  }
}

async function librariesOf(wanted: readonly string[]): Promise<readonly string[]> {
  if (!wanted.includes("redis-server")) return [];
  const left = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
  const { stdout } = await run(
    "apt-cache",
    ["depends", "--recurse", ...left.map((relation) => `--no-${relation}`), "redis-server"],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return stdout.split("\n").filter((line) => redisLibraries.test(line));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
