import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../manifest/manifest.ts";
import { readText } from "../manifest/read-text.ts";
import { isRefusal } from "../manifest/refusal.ts";

/** Far more than parameters of a source need. */
const mostBytes = 1024 * 1024;

/**
 * The file in an application's folder that Argo CD merges into its source and that would put a block for helm, kustomize
 * or directories beside the plugin's, which Argo CD refuses (argo-cd 3.6 `reposerver/repository/repository.go`
 * mergeSourceParameters); undefined where there is none. What cannot be looked into, such as a device behind a link or
 * a file over 1 MiB, counts as one.
 *
 * @param name of the Application.
 */
export async function overridingFile(folder: string, name: string): Promise<string | undefined> {
  for (const file of [".argocd-source.yaml", `.argocd-source-${name}.yaml`]) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (!found.isFile() || found.size > mostBytes) return file;
    const reading = readText(await readFile(path, "utf8"));
    if (isRefusal(reading)) return file;
    const { value } = reading;
    if (isObject(value) && ["helm", "kustomize", "directory"].some((type) => type in value)) return file;
  }
  return undefined;
}
