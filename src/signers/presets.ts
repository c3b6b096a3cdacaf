import type { SignerConfig } from "../config/config.ts";
import { generic } from "./generic.ts";
import { podCertSigner } from "./pod-cert-signer.ts";
import type { SignerPreset } from "./signer.ts";

/** Every signer family that grantwave knows, by the name that the configuration uses. */
export const presets: { readonly [P in SignerConfig["preset"]]: SignerPreset<P> } = {
  generic,
  "pod-cert-signer": podCertSigner,
};

/** The preset of a signer. The table holds it under its own name, which the compiler cannot follow. */
export function presetOf({ preset }: SignerConfig): SignerPreset {
  return presets[preset] as SignerPreset;
}
