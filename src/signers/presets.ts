import type { SignerConfig } from "../config/config.ts";
import { podCertSigner } from "./pod-cert-signer.ts";
import type { SignerPreset } from "./signer.ts";

/** Every signer family that grantwave knows, by the name that the configuration uses. */
export const presets: { readonly [P in SignerConfig["preset"]]: SignerPreset } = {
  "pod-cert-signer": podCertSigner,
};
