import { type Finding, finding } from "../findings/finding.ts";
import { type Manifest, textAt } from "./manifest.ts";
import { refKey } from "./object-ref.ts";

export interface Duplicates {
  /** The manifests that Argo CD applies: the last of each identity, in input order. */
  readonly kept: ReadonlySet<Manifest>;
  /** One `duplicate-identity` for each of the others. */
  readonly findings: readonly Finding[];
}

/**
 * Argo CD keeps the last of several objects with one identity, whatever their phases (argo-cd 3.6
 * `controller/state.go` NormalizeTargetObjects). Objects that only have a `generateName` get names of their own.
 */
export function findDuplicates(manifests: readonly Manifest[]): Duplicates {
  const last = new Map<string, Manifest>();
  for (const manifest of manifests) last.set(identityKey(manifest), manifest);
  const findings: Finding[] = [];
  for (const manifest of manifests) {
    const kept = last.get(identityKey(manifest));
    if (kept === undefined || kept === manifest) continue;
    const where = { refs: [manifest.ref], source: manifest.source };
    findings.push(finding("duplicate-identity", where, { kept: kept.source }));
  }
  return {
    kept: new Set(manifests.filter((manifest) => last.get(identityKey(manifest)) === manifest)),
    findings,
  };
}

function identityKey({ ref, value, index }: Manifest): string {
  return textAt(value, "metadata", "name") ? refKey(ref) : `${refKey(ref)}\u0000${index}`;
}
