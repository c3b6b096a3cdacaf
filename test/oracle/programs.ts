import { ensureGoProgram } from "../../scripts/go-programs.mjs";

/**
 * Before the first test: the programs around Argo CD's own code, and kustomize, built where they are not kept yet, which
 * takes minutes the first time. Without Go this fails once, and says what is missing, instead of in every test.
 */
export default async function programs(): Promise<void> {
  const names = ["argo-sync", "yaml-reader", "argo-health", "argo-kustomize", "kustomize"] as const;
  for (const name of names) await ensureGoProgram(name);
}
