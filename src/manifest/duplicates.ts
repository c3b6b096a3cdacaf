import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import { type Manifest, textAt } from "./manifest.ts";
import { refKey } from "./object-ref.ts";

/**
 * Argo CD keeps the last of several objects with one identity, whatever their phases (argo-cd 3.6
 * `controller/state.go` NormalizeTargetObjects). Objects that only have a `generateName` get names of their own.
 * The value is what Argo CD applies, in input order; each of the others is a `duplicate-identity`.
 */
export function findDuplicates(manifests: readonly Manifest[]): Outcome<readonly Manifest[]> {
  const last = new Map<string, Manifest>();
  for (const manifest of manifests) last.set(identityKey(manifest), manifest);
  const value: Manifest[] = [];
  const findings: Finding[] = [];
  for (const manifest of manifests) {
    const kept = last.get(identityKey(manifest)) ?? manifest;
    if (kept === manifest) value.push(manifest);
    else
      findings.push(
        finding(
          "duplicate-identity",
          { refs: [manifest.ref], source: manifest.source },
          { kept: kept.source },
        ),
      );
  }
  return { value, findings };
}

function identityKey({ ref, value, index }: Manifest): string {
  return textAt(value, "metadata", "name") ? refKey(ref) : `${refKey(ref)}\u0000${index}`;
}
