import type { ObjectRef } from "../manifest/object-ref.ts";
import { anyName, type Grant, type Signer } from "./signer.ts";

/**
 * The policy object that a barrier asks about, by a name that stays the same from sync to sync: the configured one, or
 * the one that carries the grant where the configuration leaves the name open.
 */
export function askedPolicy(signer: Signer, grant: Grant | undefined): ObjectRef {
  const { policyRef } = signer;
  return policyRef.name === anyName ? (grant?.policy.ref ?? policyRef) : policyRef;
}
