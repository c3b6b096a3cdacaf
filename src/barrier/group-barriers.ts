import { type Phase, phases } from "../argo/phase.ts";
import type { SignerConfig } from "../config/config.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { compareRefs, compareText, refKey } from "../manifest/object-ref.ts";
import type { Requester } from "../requests/requester.ts";
import { askedPolicy } from "../signers/policy-ref.ts";
import type { Grant, Signer } from "../signers/signer.ts";
import type { BarrierGroup } from "./barrier.ts";
import { requestKey } from "./requester-list.ts";
import { runsAsRequester } from "./sole-requester.ts";

/** A requester with its signer, as matching leaves it. Without a signer nothing is known, and nothing waits. */
export interface GuardedRequester {
  readonly requester: Requester;
  readonly signer?: Signer | undefined;
  readonly grant?: Grant | undefined;
}

/** Hooks of a failed sync run all at once, whatever their waves: a barrier among them would hold nothing back. */
const guardable: ReadonlySet<Phase> = new Set(["PreSync", "Sync", "PostSync"]);

/**
 * One group per phase, signer and policy object, with all requesters that wait for it, in the order given; where the
 * barrier runs as its requester, one for each distinct request. A dependent that runs in several phases waits in each.
 * Groups are sorted by phase, signer name, signer, policy and request.
 */
export function groupBarriers(
  guarded: readonly GuardedRequester[],
  phasesOf: (dependent: Manifest) => readonly Phase[],
): readonly BarrierGroup[] {
  const groups = new Map<string, GrowingGroup>();
  for (const { requester, signer, grant } of guarded) {
    if (signer === undefined) continue;
    const policy = askedPolicy(signer, grant);
    const policyManifest = grant?.policy;
    for (const phase of phasesOf(requester.dependent)) {
      if (!guardable.has(phase)) continue;
      const key = JSON.stringify([
        phase,
        requester.signerName,
        signer.config.name,
        refKey(policyManifest?.ref ?? policy),
        separateRequest(signer.config, requester),
      ]);
      const group = groups.get(key);
      if (group !== undefined) {
        group.requesters.push(requester);
        continue;
      }
      groups.set(key, {
        phase,
        signer: signer.config,
        signerName: requester.signerName,
        policy,
        policyManifest,
        requesters: [requester],
      });
    }
  }
  return [...groups.values()].sort(compareGroups);
}

/** The request of a barrier that is for one requester alone; else empty. */
function separateRequest({ readiness }: SignerConfig, requester: Requester | undefined): string {
  return requester === undefined || !runsAsRequester(readiness) ? "" : requestKey(requester);
}

interface GrowingGroup extends BarrierGroup {
  readonly requesters: Requester[];
}

function compareGroups(a: BarrierGroup, b: BarrierGroup): number {
  return (
    phases.indexOf(a.phase) - phases.indexOf(b.phase) ||
    compareText(a.signerName, b.signerName) ||
    compareText(a.signer.name, b.signer.name) ||
    compareRefs(a.policyManifest?.ref ?? a.policy, b.policyManifest?.ref ?? b.policy) ||
    compareText(separateRequest(a.signer, a.requesters[0]), separateRequest(b.signer, b.requesters[0]))
  );
}
