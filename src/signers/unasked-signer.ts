import type { SignerConfig } from "../config/config.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { Signer, Verdict } from "./signer.ts";

/** A signer whose policy this render does not have: the live one decides. */
export function externalSigner(
  config: SignerConfig,
  signerName: string | undefined,
  policyRef: ObjectRef,
): Signer {
  return { config, signerName, policyRef, policies: [], refused: false, judge: unasked };
}

/** A signer of whose policy in this render nothing can count. */
export function refusedSigner(
  config: SignerConfig,
  signerName: string | undefined,
  policyRef: ObjectRef,
  policies: readonly Manifest[],
): Signer {
  return { config, signerName, policyRef, policies, refused: true, judge: unasked };
}

/** Nobody may ask a signer without a policy that counts: see {@link Signer.judge}. */
function unasked(): Verdict {
  throw new Error("a signer whose policy is external or refused was asked for its verdict");
}
