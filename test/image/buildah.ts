import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BuildahProgram } from "./buildah-program.ts";

/** Images and containers of one test, in a folder of their own. */
export interface ImageStore {
  /** Runs `buildah` and gives its stdout without the last line end; rejects with what it said. */
  buildah(...args: readonly string[]): Promise<string>;
  /** A folder beside the images, for what is put into them. */
  readonly workshop: string;
  close(): Promise<void>;
}

/**
 * Without an engine, a daemon or rights on the machine's own images: plain folders (`vfs`), and RUN lines in a chroot.
 * Nothing is asked of a registry, whatever the machine's settings allow.
 */
export async function openImageStore(program: BuildahProgram): Promise<ImageStore> {
  const folder = await mkdtemp(join(tmpdir(), "grantwave-image-"));
  const [workshop, policy, registries] = ["workshop", "policy.json", "registries.conf"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await mkdir(workshop);
  await writeFile(policy, JSON.stringify({ default: [{ type: "insecureAcceptAnything" }] }));
  await writeFile(registries, "unqualified-search-registries = []\n");
  const places = ["--root", join(folder, "images"), "--runroot", join(folder, "run")];
  const options = [...places, "--storage-driver", "vfs", "--registries-conf", registries];
  return {
    workshop,
    async buildah(command = "", ...args) {
      const signatures = takesPolicy.includes(command) ? ["--signature-policy", policy] : [];
      const env = { ...process.env, ...program.env, BUILDAH_ISOLATION: "chroot", TMPDIR: workshop };
      const { stdout } = await promisify(execFile)(
        program.path,
        [...options, command, ...signatures, ...args],
        {
          env,
          maxBuffer: 64 * 1024 * 1024,
          timeout: 240_000,
        },
      );
      return stdout.trimEnd();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const takesPolicy: readonly string[] = ["build", "from", "commit"];
