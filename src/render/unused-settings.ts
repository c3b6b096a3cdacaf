import { isDeepStrictEqual } from "node:util";
import { type RendererType, type RenderRequest, renderRequest } from "./render-request.ts";

const words: Readonly<Record<RendererType, string>> = {
  helm: "helm renders this folder",
  kustomize: "kustomize renders this folder",
  directory: "the files of this folder are taken as they are",
};

/**
 * A notice where settings were given that the renderer does not have, such as values files for a folder that also holds a
 * kustomization. Argo CD itself takes a `helm:` block for a wish to have helm; parameters of a plugin say no such thing.
 */
export function unusedSettings(request: RenderRequest, by: RendererType): string | undefined {
  const none = renderRequest({ folder: request.folder, root: request.root });
  const unused = (["helm", "kustomize", "directory"] as const).filter(
    (type) => type !== by && !isDeepStrictEqual(request[type], none[type]),
  );
  if (unused.length === 0) return undefined;
  return `settings for ${unused.join(" and ")} change nothing here: ${words[by]} (take them away, or choose with --renderer)`;
}
