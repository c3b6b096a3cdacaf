import { liveManifest } from "../loaded/live-manifest.ts";
import { presetOf } from "../signers/presets.ts";
import type { SignerLook } from "./signer-look.ts";

/**
 * Looks by the name that pods ask for. Where the configuration does not say it, the live policy does; of several signers
 * with one name nobody knows which answers.
 */
export function looksByName(looks: readonly SignerLook[]): ReadonlyMap<string, SignerLook> {
  const byName = new Map<string, SignerLook>();
  for (const found of looks) {
    const name = nameOf(found);
    if (name === undefined) continue;
    const other = byName.get(name);
    const problem = `signers ${other?.signer.name} and ${found.signer.name} both answer to ${name}`;
    byName.set(name, other === undefined ? found : { signer: found.signer, problem });
  }
  return byName;
}

function nameOf(found: SignerLook): string | undefined {
  const { signer } = found;
  if (signer.signerName !== undefined || !("observation" in found)) return signer.signerName;
  const { policyRef } = presetOf(signer).read(signer, []).value;
  const manifests = found.observation.policies.map((object) => liveManifest(object, policyRef));
  return presetOf(signer).read(signer, manifests).value.signerName;
}
