import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type CmpServer, processesWith } from "./cmp-server.ts";

/** What a request has left behind: files in the sidecar's TMPDIR, and processes beside the server itself. */
export interface Leftovers {
  readonly files: readonly string[];
  readonly processes: number;
}

export const nothingLeft: Leftovers = { files: [], processes: 0 };

/** Looks until nothing is left, as long as Argo CD takes to end what it started (5 s), and gives what is. */
export async function leftovers(server: CmpServer, patienceMilliseconds = 7000): Promise<Leftovers> {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    const found = { files: await filesLeft(server.temporary), processes: await processesLeft(server) };
    if ((found.files.length === 0 && found.processes === 0) || performance.now() > end) return found;
    await sleep(100);
  }
}

async function filesLeft(temporary: string): Promise<readonly string[]> {
  const own = (await readdir(temporary)).filter((name) => name !== "_cmp_server");
  return [...own, ...(await readdir(join(temporary, "_cmp_server")))];
}

async function processesLeft(server: CmpServer): Promise<number> {
  const found = await processesWith(server.folder);
  return found.filter((pid) => pid !== server.pid).length;
}
