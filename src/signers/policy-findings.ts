import type { SignerConfig } from "../config/config.ts";
import { type Finding, finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { formatRef } from "../manifest/object-ref.ts";

/** Several objects of which only one can be the policy of a signer, while nothing says which. */
export function ambiguousPolicy({ name }: SignerConfig, candidates: readonly Manifest[]): Finding {
  return finding(
    "policy-ambiguous",
    { refs: candidates.map(({ ref }) => ref), source: candidates[0]?.source ?? null },
    { signer: name, candidates: candidates.map(({ ref }) => formatRef(ref)) },
  );
}
