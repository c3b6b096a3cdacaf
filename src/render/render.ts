import { applicationEntries } from "./application-folder.ts";
import { detectRenderer } from "./detect-renderer.ts";
import { renderDirectory } from "./directory.ts";
import { renderHelm } from "./helm.ts";
import { renderKustomize } from "./kustomize.ts";
import { type RendererType, type RenderRequest, standardInput } from "./render-request.ts";
import type { Rendered } from "./rendered.ts";
import { renderStdin } from "./stdin.ts";
import type { Tools } from "./tools.ts";

type RenderStage = (request: RenderRequest, tools: Tools) => Promise<Rendered>;

const renderers: Readonly<Record<RendererType, RenderStage>> = {
  helm: renderHelm,
  kustomize: renderKustomize,
  directory: renderDirectory,
};

/**
 * Renders an application: the only stage that touches the outside. Throws UsageError for what cannot be read and for a
 * missing tool, OutsideError for a tool that fails or takes too long; never gives half a render.
 */
export async function render(request: RenderRequest, tools: Tools): Promise<Rendered> {
  if (request.folder === standardInput) return renderStdin(request, tools);
  const names = await applicationEntries(request);
  const type = request.renderer === "auto" ? detectRenderer(names) : request.renderer;
  return renderers[type](request, tools);
}
