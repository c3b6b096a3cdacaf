import { type Finding, finding } from "../../findings/finding.ts";
import { type Manifest, valueAt } from "../../manifest/manifest.ts";
import { hasContentHash } from "../../references/content-hash.ts";
import type { BarrierGroup } from "../barrier.ts";

/** True for an object whose name stands for its content: another content has another name, or is refused. */
export function carriesContent({ ref, value }: Manifest): boolean {
  return valueAt(value, "immutable") === true || hasContentHash(ref.name);
}

/**
 * A policy whose name changes with its content reaches the signer only by a rollout of the signer: whatever asks the
 * pods that run, or counts the time since the object was made, asks those that still have the old object. The signer
 * would then start beside the dependents, which is what the barrier is there to prevent.
 */
export function findContentName({ signer, policyManifest }: BarrierGroup): readonly Finding[] {
  if (policyManifest === undefined || !hasContentHash(policyManifest.ref.name)) return [];
  const { ref, source } = policyManifest;
  const { method } = signer.readiness;
  return [finding("policy-content-named", { refs: [ref], source }, { signer: signer.name, method })];
}
