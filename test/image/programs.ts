import { ensureGoProgram } from "../../scripts/go-programs.mjs";

/** Before the first test: the kustomize that the stand-in for Argo CD's image holds, built where it is not kept yet. */
export default async function programs(): Promise<void> {
  await ensureGoProgram("kustomize");
}
