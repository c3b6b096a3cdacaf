import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A ConfigMap volume as the kubelet keeps it. */
export interface Volume {
  readonly folder: string;
  /** The file that a pod opens: a link to `..data/policy.json`. */
  readonly file: string;
  /** Exchanges the content as the kubelet does (kubernetes 1.37 `pkg/volume/util/atomic_writer.go`). */
  publish(text: string): Promise<void>;
}

export async function makeVolume(text: string): Promise<Volume> {
  const folder = await makeFolder();
  const file = join(folder, "policy.json");
  let version = 0;
  const publish = async (content: string) => {
    version += 1;
    const name = `..2026_11_30_22_00_00.${version}`;
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "policy.json"), content);
    await symlink(name, join(folder, "..data_tmp"));
    const before = await readlink(join(folder, "..data")).catch(() => undefined);
    await rename(join(folder, "..data_tmp"), join(folder, "..data"));
    if (before !== undefined) await rm(join(folder, before), { recursive: true });
  };
  await publish(text);
  await symlink(join("..data", "policy.json"), file);
  return { folder, file, publish };
}

/** A folder that is gone after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "grantwave-reporter-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
