import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * The kinds with a health check in Lua that a release of Argo CD ships, as `group/Kind`, sorted; `*` stands for what
 * upstream writes as `_` (any kind, or the beginning of a group; read so from 3.1 on, `util/lua/lua.go`).
 *
 * @param {string} argoCd folder of the release's sources
 * @returns {Promise<readonly string[]>}
 */
export async function luaHealthChecks(argoCd) {
  const files = await readdir(join(argoCd, "resource_customizations"), { recursive: true });
  return files
    .filter((file) => file.endsWith("/health.lua"))
    .map((file) => file.slice(0, -"/health.lua".length).replaceAll("_", "*"))
    .sort();
}
