import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Barrier } from "./barrier.ts";
import { methodOf } from "./readiness/methods.ts";

/**
 * Barriers whose namespace this render brings itself. On a first install their account, which is installed beforehand,
 * cannot be there: the Job would make no pod, and the sync would run into the barrier's deadline each time. Canaries run
 * under the dependents' accounts and are left out. One finding for each such Namespace; the value is those.
 */
export function findNewNamespaces(
  barriers: readonly Barrier[],
  manifests: readonly Manifest[],
): Outcome<readonly Manifest[]> {
  const used = new Set(
    barriers
      .filter(({ group }) => methodOf(group.signer.readiness).requesterBody === undefined)
      .map(({ ref }) => ref.namespace),
  );
  const value = manifests.filter(
    ({ ref }) => ref.group === "" && ref.kind === "Namespace" && used.has(ref.name),
  );
  const findings: readonly Finding[] = value.map(({ ref, source }) =>
    finding("barrier-namespace-new", { refs: [ref], source }, { namespace: ref.name }),
  );
  return { value, findings };
}
