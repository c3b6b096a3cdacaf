import { plainRef } from "../report/report-entries.ts";
import { decideStuck, type StuckPods } from "../report/stuck-report.ts";
import type { Eviction, JudgedPod } from "../stuck/free-pods.ts";

export interface LookedAt {
  readonly cluster: string;
  /** Empty for all. */
  readonly namespace: string;
  readonly unread: readonly string[];
}

/** @param evictions one for each pod; undefined where nobody asked for any. */
export function stuckReport(
  pods: readonly JudgedPod[],
  evictions: readonly Eviction[] | undefined,
  { cluster, namespace, unread }: LookedAt,
): StuckPods {
  const entries = pods.map(({ grant, owner, stuck: { denial, pod } }, at) => ({
    namespace: pod.namespace,
    name: pod.name,
    node: pod.node,
    owner: owner.ref === undefined ? null : plainRef(owner.ref),
    type: denial.type,
    reason: denial.reason ?? null,
    message: denial.message ?? null,
    since: new Date(denial.sinceMs).toISOString(),
    evidence: denial.evidence,
    certificates: denial.certificates.map(({ keyType, serviceAccountName, signerName }) => ({
      signerName,
      serviceAccountName,
      keyType,
    })),
    grant: { state: grant.state, message: grant.message },
    eviction: evictions?.[at] ?? null,
  }));
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "StuckPods",
    cluster,
    namespace: namespace === "" ? null : namespace,
    pods: entries,
    unread: [...unread],
    decision: decideStuck({ pods: entries, unread: [...unread] }),
  };
}
