import { finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { isNamed } from "../references/content-hash.ts";
import { anyName, type Signer } from "./signer.ts";

/**
 * Objects that would be the policy of a signer, were it known which namespace they go to. Passed over they would make
 * their grants look external, and be applied after those who need them. The value is the objects that are meant.
 */
export function findUnplacedPolicies(
  signers: readonly Signer[],
  manifests: readonly Manifest[],
): Outcome<readonly Manifest[]> {
  const unplaced = manifests.filter(({ lacksNamespace }) => lacksNamespace === true);
  const found = signers.flatMap((signer) =>
    unplaced.filter((manifest) => mayBePolicy(signer, manifest)).map((manifest) => ({ manifest, signer })),
  );
  return {
    value: found.map(({ manifest }) => manifest),
    findings: found.map(({ manifest: { ref, source }, signer }) =>
      finding("namespace-unknown", { refs: [ref], source }, { of: "policy", signer: signer.config.name }),
    ),
  };
}

function mayBePolicy({ policies, policyRef }: Signer, { ref }: Manifest): boolean {
  if (policies.length > 0 || policyRef.namespace === "") return false;
  if (ref.group !== policyRef.group || ref.kind !== policyRef.kind) return false;
  return policyRef.name === anyName || isNamed(policyRef.name, ref.name);
}
