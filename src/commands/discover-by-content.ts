import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { detectRenderer } from "../render/detect-renderer.ts";
import type { RendererType } from "../render/render-request.ts";

const manifestName = /\.(?:yaml|yml|json)$/;

/**
 * What a folder would be rendered with, by the names in it; undefined where there is nothing to render, or Jsonnet, which
 * grantwave leaves to Argo CD. For operators who want every Application without a type of its own to be ordered.
 *
 * @param folder relative to `cwd`, or that one itself.
 */
export async function discoverByContent(cwd: string, folder = "."): Promise<RendererType | undefined> {
  const names = await readdir(resolve(cwd, folder)).catch((): readonly string[] => []);
  const renderer = detectRenderer(names);
  if (renderer !== "directory") return renderer;
  const renderable = names.some((name) => manifestName.test(name));
  return renderable && !names.some((name) => name.endsWith(".jsonnet")) ? renderer : undefined;
}
