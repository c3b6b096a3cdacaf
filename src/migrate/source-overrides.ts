import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../manifest/manifest.ts";
import { readText } from "../manifest/read-text.ts";
import { isRefusal } from "../manifest/refusal.ts";

/**
 * The file in an application's folder that Argo CD merges into its source and that would put a block for helm, kustomize
 * or directories beside the plugin's, which Argo CD refuses (argo-cd 3.6 `reposerver/repository/repository.go`
 * mergeSourceParameters); undefined where there is none.
 *
 * @param name of the Application.
 */
export async function overridingFile(folder: string, name: string): Promise<string | undefined> {
  for (const file of [".argocd-source.yaml", `.argocd-source-${name}.yaml`]) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const reading = readText(text);
    if (isRefusal(reading)) return file;
    const { value } = reading;
    if (isObject(value) && ["helm", "kustomize", "directory"].some((type) => type in value)) return file;
  }
  return undefined;
}
