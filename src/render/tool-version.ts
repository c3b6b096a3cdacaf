import { stat } from "node:fs/promises";
import type { RenderRequest } from "./render-request.ts";
import type { Workspace } from "./workspace.ts";

/** Versions already asked for in this process: the gate renders hundreds of applications with one tool. */
const known = new Map<string, string>();

/** Not asked for, or not said, which is no reason to fail a render that works. */
const unknownVersion = "unknown";

/**
 * The version of a tool, found in what it prints: `v4.2.3`. `pattern` has one group, the version. The answer is kept
 * until the file changes. Never rejects.
 */
export async function toolVersion(
  request: RenderRequest,
  workspace: Workspace,
  call: { readonly command: string; readonly file: string; readonly args: readonly string[] },
  pattern: RegExp,
  signal: AbortSignal,
): Promise<string> {
  if (!request.wantsVersion) return unknownVersion;
  try {
    const { mtimeMs, size, ino } = await stat(call.file);
    const key = [call.file, mtimeMs, size, ino].join("\u0000");
    const before = known.get(key);
    if (before !== undefined) return before;
    const { stdout } = await workspace.run({ ...call, cwd: workspace.privateFolder, signal });
    const version = pattern.exec(stdout.toString("utf8"))?.[1] ?? unknownVersion;
    known.set(key, version);
    return version;
  } catch {
    return unknownVersion;
  }
}
