import { access, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lifetime } from "../lifetime.mjs";

const mount = "/sys/fs/cgroup";

/**
 * Makes a cgroup of that name in every hierarchy, below which a kubelet can put its pods; removed at the end of the
 * lifetime. Knows both versions of cgroups (cgroups(7)).
 */
export async function makeCgroups(lifetime: Lifetime, name: string): Promise<void> {
  const folders = (await isUnified()) ? [mount] : await hierarchies();
  if (await isUnified()) {
    await writeFile(join(mount, "cgroup.subtree_control"), "+cpu +cpuset +memory +pids");
  }
  for (const folder of folders) {
    await mkdir(join(folder, name));
    lifetime.runsAtEnd(["find", join(folder, name), "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"]);
    // Version 1 starts without any: no process could join.
    if (folder.endsWith("/cpuset")) {
      for (const file of ["cpuset.cpus", "cpuset.mems"]) {
        await writeFile(join(folder, name, file), await readFile(join(folder, file)));
      }
    }
  }
}

async function isUnified(): Promise<boolean> {
  return access(join(mount, "cgroup.controllers")).then(
    () => true,
    () => false,
  );
}

/** The hierarchies of version 1; some have a second name, a link. */
async function hierarchies(): Promise<readonly string[]> {
  const folders = (await readdir(mount)).map((entry) => join(mount, entry));
  const kinds = await Promise.all(folders.map((folder) => lstat(folder)));
  return folders.filter((_, index) => kinds[index]?.isDirectory());
}
