import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import { type JsonObject, type Manifest, valueAt } from "../manifest/manifest.ts";
import { formatFullRef } from "../manifest/parse-ref.ts";
import type { MatchedRequester } from "./match.ts";
import type { Signer } from "./signer.ts";

const workloadKinds: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

/**
 * Signers that somebody here asks and whose configuration almost names an object of the render: the policy's kind and name
 * in another namespace or group, or a workload of another name in the namespace of the signer's own. Taken for external,
 * such a policy would stand behind the barrier that waits for it. The value is the signers that are meant.
 */
export function findNearMisses(
  requesters: readonly MatchedRequester[],
  manifests: readonly Manifest[],
): Outcome<readonly Signer[]> {
  const asked = new Set(requesters.flatMap(({ signer }) => signer ?? []));
  const value: Signer[] = [];
  const findings: Finding[] = [];
  for (const signer of asked) {
    const found = [...missedPolicies(signer, manifests), ...missedWorkloads(signer, manifests)];
    if (found.length > 0) value.push(signer);
    for (const problem of found) findings.push(problem);
  }
  return { value, findings };
}

function missedPolicies(signer: Signer, manifests: readonly Manifest[]): readonly Finding[] {
  const { policyRef } = signer;
  if (signer.policies.length > 0) return [];
  const { key } = signer.config.policy;
  const near = manifests.filter(
    ({ ref, value }) =>
      ref.kind === policyRef.kind &&
      ref.name === policyRef.name &&
      (key === undefined || holdsKey(value, key)),
  );
  return near.map(({ ref, source }) =>
    finding(
      "policy-near-miss",
      { refs: [ref], source },
      { signer: signer.config.name, configured: formatFullRef(policyRef) },
    ),
  );
}

/** Without the policy's key, an object that happens to have the name is none that anybody could have meant. */
function holdsKey(value: JsonObject, key: string): boolean {
  return valueAt(value, "data", key) !== undefined || valueAt(value, "binaryData", key) !== undefined;
}

function missedWorkloads({ config }: Signer, manifests: readonly Manifest[]): readonly Finding[] {
  const { workload } = config;
  if (workload === undefined) return [];
  const others = manifests.filter(
    ({ ref }) => ref.group === "apps" && workloadKinds.has(ref.kind) && ref.namespace === workload.namespace,
  );
  if (others.length === 0) return [];
  if (others.some(({ ref }) => ref.kind === workload.kind && ref.name === workload.name)) return [];
  const configured = `${workload.kind}/${workload.namespace}/${workload.name}`;
  const where = { refs: others.map(({ ref }) => ref), source: others[0]?.source ?? null };
  return [finding("workload-near-miss", where, { signer: config.name, configured })];
}
