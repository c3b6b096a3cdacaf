import { readHook } from "../argo/hooks.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";

/**
 * Policy objects that are hooks: Argo CD deletes a hook before it makes it anew, or when it has succeeded, and for that
 * long the signer has no policy at all (gitops-engine 3.6.1 `pkg/sync/hook/delete_policy.go`, BeforeHookCreation is the
 * default). The value is the objects that are meant.
 */
export function findPolicyHooks(policies: Iterable<Manifest>): Outcome<readonly Manifest[]> {
  const value: Manifest[] = [];
  const findings: Finding[] = [];
  for (const manifest of policies) {
    const { isHook, deletePolicies } = readHook(manifest.annotations);
    if (!isHook) continue;
    value.push(manifest);
    const where = { refs: [manifest.ref], source: manifest.source };
    findings.push(finding("policy-is-hook", where, { deletePolicies: deletePolicies.join(", ") }));
  }
  return { value, findings };
}
