import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../errors.ts";
import { quote } from "../../quote.ts";
import { kustomizationNames } from "../detect-renderer.ts";
import type { RenderRequest } from "../render-request.ts";
import { isInside } from "../repository-root.ts";

export interface Components {
  readonly added: readonly string[];
  /** Those that are left out, one sentence for all of them; for stderr. */
  readonly notices: readonly string[];
}

/**
 * The components that an Application adds to its kustomization. With `ignoreMissingComponents` Argo CD adds the first
 * one that is there and looks at no other (argo-cd 3.6.1 `util/kustomize/kustomize.go` Build: `break component`); so do
 * we, since the render must be the same, and say which are left out.
 *
 * @throws UsageError for a pattern, which `kustomize edit add component` would expand.
 */
export async function presentComponents({ folder, root, kustomize }: RenderRequest): Promise<Components> {
  const { components, ignoreMissingComponents } = kustomize;
  const pattern = components.find((component) => /[*?[\\]/.test(component) && !component.includes("://"));
  if (pattern !== undefined) {
    throw new UsageError(`the component ${quote(pattern)} is a pattern, which grantwave does not expand`, {
      hint: "list the folders one by one",
    });
  }
  if (!ignoreMissingComponents || components.length === 0) return { added: components, notices: [] };
  const realRoot = await realpath(root);
  for (const component of components) {
    if (!(await isThere(join(folder, component), realRoot))) continue;
    const others = components.filter((other) => other !== component);
    return { added: [component], notices: others.length === 0 ? [] : [leftOut(others)] };
  }
  return { added: [], notices: [leftOut(components)] };
}

function leftOut(components: readonly string[]): string {
  const named = components.map((component) => quote(component)).join(", ");
  return `components that are left out: ${named} (with ignore-missing-components only the first that is there is added, as in Argo CD 3.6)`;
}

/** True for a folder of the repository that holds a kustomization. */
async function isThere(folder: string, realRoot: string): Promise<boolean> {
  try {
    const real = await realpath(folder);
    if (!isInside(realRoot, real)) return false;
    const entries = await readdir(real, { withFileTypes: true });
    return entries.some((entry) => entry.isFile() && kustomizationNames.includes(entry.name));
  } catch {
    return false;
  }
}
