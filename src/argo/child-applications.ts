import { finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";

/**
 * Applications and ApplicationSets of a render: each syncs by itself, and Argo CD gives Applications no health check, so
 * no wave orders what is inside of them (argo-cd 3.6 `docs/operator-manual/health.md`). They are passed through untouched.
 */
export function findChildApplications(manifests: readonly Manifest[]): Outcome<readonly Manifest[]> {
  const value = manifests.filter(
    ({ ref }) => ref.group === "argoproj.io" && (ref.kind === "Application" || ref.kind === "ApplicationSet"),
  );
  if (value.length === 0) return { value, findings: [] };
  const where = { refs: value.map(({ ref }) => ref), source: value[0]?.source ?? null };
  return { value, findings: [finding("child-applications", where, {})] };
}
