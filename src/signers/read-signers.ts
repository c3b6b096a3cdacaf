import { appendAll } from "../append-all.ts";
import type { SignerConfig } from "../config/config.ts";
import type { Finding, Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { presetOf } from "./presets.ts";
import type { Signer } from "./signer.ts";

/**
 * The configured signers as this render knows them, in the order of the configuration. `manifests` are those that
 * count: of objects with the same identity, Argo CD keeps the last.
 */
export function readSigners(
  configs: readonly SignerConfig[],
  manifests: readonly Manifest[],
): Outcome<readonly Signer[]> {
  const value: Signer[] = [];
  const findings: Finding[] = [];
  for (const config of configs) {
    const reading = presetOf(config).read(config, manifests);
    value.push(reading.value);
    appendAll(findings, reading.findings);
  }
  return { value, findings };
}
