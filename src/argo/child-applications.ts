import { finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/**
 * Applications and ApplicationSets of a render: each syncs by itself, and Argo CD gives Applications no health check, so
 * no wave orders what is inside of them (argo-cd 3.6 `docs/operator-manual/health.md`). They are passed through untouched.
 */
export function findChildApplications(manifests: readonly Manifest[]): Outcome<readonly Manifest[]> {
  const value = manifests.filter(({ ref }) => isApplication(ref));
  if (value.length === 0) return { value, findings: [] };
  const where = { refs: value.map(({ ref }) => ref), source: value[0]?.source ?? null };
  return { value, findings: [finding("child-applications", where, {})] };
}

/** Kinds that start syncs of their own: no order of ours reaches into them, and none of them is touched. */
export function isApplication({ group, kind }: ObjectRef): boolean {
  return group === "argoproj.io" && (kind === "Application" || kind === "ApplicationSet");
}
