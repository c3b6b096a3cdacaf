import { ensureGoProgram } from "../../scripts/go-programs.mjs";

/**
 * Before the first test: Kubernetes, the signer and Argo CD, built where they are not kept yet. Without Go this fails once,
 * and says what is missing, instead of in every test.
 */
export default async function programs(): Promise<void> {
  for (const name of ["kubetest", "pause", "signer", "argocd"] as const) await ensureGoProgram(name);
}
