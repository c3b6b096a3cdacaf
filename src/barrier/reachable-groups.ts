import { type Phase, phases } from "../argo/phase.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { BarrierGroup } from "./barrier.ts";

/**
 * The groups whose policy is there before their barrier asks for it, or is not of this render. A policy that only a later
 * phase applies can never be: waves do not cross phases, and a barrier in front of that phase would lock the sync out for
 * good, since the phase that brings the grant is never reached. Only the author can mend that; each dependent is told.
 */
export function reachableGroups(
  groups: readonly BarrierGroup[],
  phasesOf: (manifest: Manifest) => readonly Phase[],
): Outcome<readonly BarrierGroup[]> {
  const value: BarrierGroup[] = [];
  const findings: Finding[] = [];
  for (const group of groups) {
    const { policyManifest } = group;
    const policyPhase = policyManifest === undefined ? undefined : firstOf(phasesOf(policyManifest));
    if (policyManifest === undefined || policyPhase === undefined || !isLater(policyPhase, group.phase)) {
      value.push(group);
      continue;
    }
    for (const dependent of new Set(group.requesters.map((requester) => requester.dependent))) {
      const where = { refs: [dependent.ref, policyManifest.ref], source: dependent.source };
      findings.push(finding("phase-inversion", where, { dependentPhase: group.phase, policyPhase }));
    }
  }
  return { value, findings };
}

function firstOf(given: readonly Phase[]): Phase | undefined {
  return phases.find((phase) => given.includes(phase));
}

function isLater(phase: Phase, than: Phase): boolean {
  return phases.indexOf(phase) > phases.indexOf(than);
}
