import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Requester } from "./requester.ts";

/**
 * The requesters whose namespace is known. Each dependent without one is a finding: what its pods will be answered
 * depends on where they run, and Argo CD reports such an object as `Namespace … is missing` (argo-cd 3.6.1
 * `controller/state.go` `CompareAppState`).
 */
export function placedRequesters(requesters: readonly Requester[]): Outcome<readonly Requester[]> {
  const value = requesters.filter(({ namespace }) => namespace !== "");
  const unplaced = new Set<Manifest>();
  for (const { dependent, namespace } of requesters) if (namespace === "") unplaced.add(dependent);
  const findings = [...unplaced].map(
    ({ ref, source }): Finding =>
      finding("namespace-unknown", { refs: [ref], source }, { of: "requester", signer: "" }),
  );
  return { value, findings };
}
