import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../manifest/manifest.ts";
import { kustomizationNames } from "../detect-renderer.ts";
import { assertLocalBases, readKustomization } from "../kustomize-bases.ts";
import type { RenderRequest } from "../render-request.ts";
import { shownFolder } from "../shown-folder.ts";
import { editKustomization } from "./edit-kustomization.ts";
import { mirrorKustomization } from "./mirror-kustomization.ts";
import { presentComponents } from "./present-components.ts";

/** The folder to build in the place of the application's own. */
export interface EditedFolder {
  readonly folder: string;
  /** For stderr. */
  readonly notices: readonly string[];
}

/**
 * A private copy of the application's folder whose kustomization carries the settings of the Application; the folder
 * itself where it holds no kustomization, which kustomize then says.
 *
 * @throws UsageError for a setting that cannot be carried out, and as assertLocalBases and readKustomization do.
 */
export async function editedFolder(request: RenderRequest, privateFolder: string): Promise<EditedFolder> {
  const { folder, root } = request;
  const entries = await readdir(folder);
  const name = kustomizationNames.find((candidate) => entries.includes(candidate));
  const { added, notices } = await presentComponents(request);
  await assertLocalBases(folder, root, added);
  if (name === undefined) return { folder, notices };
  const kustomization = await readKustomization(
    join(folder, name),
    join(shownFolder(request), name),
    await realpath(root),
  );
  if (!isObject(kustomization)) return { folder, notices };
  const edited = editKustomization(kustomization, request.kustomize, added);
  return { folder: await mirrorKustomization(request, privateFolder, name, edited), notices };
}
