import { ensureGoProgram } from "../../scripts/go-programs.mjs";

/**
 * Before the first test: Argo CD's programs and the client, built where they are not kept yet. Without Go this fails
 * once, and says what is missing, instead of in every test.
 */
export default async function programs(): Promise<void> {
  await ensureGoProgram("argocd");
  await ensureGoProgram("cmpclient");
}
