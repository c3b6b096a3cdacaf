import type { RendererType } from "./render-request.ts";

/** File names that make a folder a kustomization (argo-cd 3.6 `util/kustomize/kustomize.go` KustomizationNames). */
export const kustomizationNames: readonly string[] = [
  "kustomization.yaml",
  "kustomization.yml",
  "Kustomization",
];

/**
 * What Argo CD would render a folder with, by the names in it. It walks them in byte order and the last match wins, so
 * a folder with both a chart and a kustomization is a kustomization (argo-cd 3.6 `util/app/discovery/discovery.go`
 * Discover).
 */
export function detectRenderer(names: readonly string[]): RendererType {
  if (kustomizationNames.some((name) => names.includes(name))) return "kustomize";
  return names.includes("Chart.yaml") ? "helm" : "directory";
}
