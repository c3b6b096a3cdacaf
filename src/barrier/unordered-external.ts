import { hasHealthCheck } from "../argo/health.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import { compareRefs } from "../manifest/object-ref.ts";
import type { BarrierGroup } from "./barrier.ts";

/**
 * Groups of an Application with several sources whose policy another of them brings, and which Argo CD or a controller has
 * to report on. Each source is rendered alone, so nobody can put such a policy, with what it needs, below the barrier: in
 * one wave with it, or behind it, the sync would wait for ever. (A policy without a health check goes to the policy wave in
 * whichever source it stands, and needs no such help.) The value is the groups that are meant.
 */
export function findUnorderedExternals(
  groups: readonly BarrierGroup[],
  sourceCount: number,
): Outcome<readonly BarrierGroup[]> {
  if (sourceCount < 2) return { value: [], findings: [] };
  const value = groups.filter((group) => group.policyManifest === undefined && isReportedOn(group));
  const findings: readonly Finding[] = value.map(({ policy, signer, requesters }) => {
    const dependents = [...new Set(requesters.map(({ dependent }) => dependent))].sort((a, b) =>
      compareRefs(a.ref, b.ref),
    );
    const where = { refs: dependents.map(({ ref }) => ref), source: dependents[0]?.source ?? null };
    return finding("external-unordered", where, {
      signer: signer.name,
      policyKind: policy.kind,
      sourceCount,
    });
  });
  return { value, findings };
}

function isReportedOn({ policy, signer }: BarrierGroup): boolean {
  return signer.readiness.method === "status" || hasHealthCheck({ ref: policy, value: {} });
}
