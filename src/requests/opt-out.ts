import { type Finding, finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** An object that carries it is no dependent: nothing waits for its grants, and nothing is said about them. */
const annotation = "grantwave.dev/ignore";

export interface OptOut {
  /** True where the object takes no part. A reason is required for that. */
  readonly ignored: boolean;
  readonly findings: readonly Finding[];
}

/** Whether an object opts out; the reason is shown to whoever reads the plan, and one without is an error. */
export function readOptOut({ annotations, ref, source }: Manifest): OptOut {
  if (!Object.hasOwn(annotations, annotation)) return { ignored: false, findings: [] };
  const reason = (annotations[annotation] ?? "").trim();
  const where = { refs: [ref], source };
  if (reason === "") {
    return { ignored: false, findings: [finding("ignore-without-reason", where, { annotation })] };
  }
  return { ignored: true, findings: [finding("object-ignored", where, { reason })] };
}
