import { applicationEntries } from "./application-folder.ts";
import { detectRenderer } from "./detect-renderer.ts";
import { type RendererType, type RenderRequest, standardInput } from "./render-request.ts";
import type { Rendered } from "./rendered.ts";
import { renderStdin } from "./stdin.ts";
import type { Tools } from "./tools.ts";
import { unusedSettings } from "./unused-settings.ts";

type RenderStage = (request: RenderRequest, tools: Tools) => Promise<Rendered>;

/** Loaded when they are called: one of them reads YAML, and the others should not wait for a reader. */
const renderers: Readonly<Record<RendererType, () => Promise<RenderStage>>> = {
  helm: async () => (await import("./helm.ts")).renderHelm,
  kustomize: async () => (await import("./kustomize.ts")).renderKustomize,
  directory: async () => (await import("./directory.ts")).renderDirectory,
};

/**
 * Renders an application: the only stage that touches the outside. Throws UsageError for what cannot be read and for a
 * missing tool, OutsideError for a tool that fails or takes too long; never gives half a render.
 */
export async function render(request: RenderRequest, tools: Tools): Promise<Rendered> {
  if (request.folder === standardInput) return renderStdin(request, tools);
  const names = await applicationEntries(request);
  const type = request.renderer === "auto" ? detectRenderer(names) : request.renderer;
  const renderStage = await renderers[type]();
  return noted(await renderStage(request, tools), request, type);
}

function noted(rendered: Rendered, request: RenderRequest, by: RendererType): Rendered {
  const unused = unusedSettings(request, by);
  return unused === undefined ? rendered : { ...rendered, notices: [...(rendered.notices ?? []), unused] };
}
