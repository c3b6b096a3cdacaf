import { type Phase, phases } from "../argo/phase.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { compareRefs, compareText, type ObjectRef, refKey } from "../manifest/object-ref.ts";
import type { Requester } from "../requests/requester.ts";
import type { Grant, Signer } from "../signers/signer.ts";
import type { BarrierGroup } from "./barrier.ts";

/** A requester with its signer, as matching leaves it. Without a signer nothing is known, and nothing waits. */
export interface GuardedRequester {
  readonly requester: Requester;
  readonly signer?: Signer | undefined;
  readonly grant?: Grant | undefined;
}

/** Hooks of a failed sync run all at once, whatever their waves: a barrier among them would hold nothing back. */
const guardable: ReadonlySet<Phase> = new Set(["PreSync", "Sync", "PostSync"]);

/**
 * One group per phase, signer and policy object, with all requesters that wait for it, in the order given. A dependent
 * that runs in several phases waits in each. Groups are sorted by phase, signer name, signer and policy.
 */
export function groupBarriers(
  guarded: readonly GuardedRequester[],
  phasesOf: (dependent: Manifest) => readonly Phase[],
): readonly BarrierGroup[] {
  const groups = new Map<string, GrowingGroup>();
  for (const { requester, signer, grant } of guarded) {
    if (signer === undefined) continue;
    const policy = configuredPolicy(signer);
    const policyManifest = grant?.policy ?? signer.policies.at(-1);
    for (const phase of phasesOf(requester.dependent)) {
      if (!guardable.has(phase)) continue;
      const key = JSON.stringify([
        phase,
        requester.signerName,
        signer.config.name,
        refKey(policyManifest?.ref ?? policy),
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

interface GrowingGroup extends BarrierGroup {
  readonly requesters: Requester[];
}

function configuredPolicy({ config }: Signer): ObjectRef {
  return {
    group: "",
    kind: "ConfigMap",
    namespace: config.policy.namespace,
    name: config.policy.configMap,
  };
}

function compareGroups(a: BarrierGroup, b: BarrierGroup): number {
  return (
    phases.indexOf(a.phase) - phases.indexOf(b.phase) ||
    compareText(a.signerName, b.signerName) ||
    compareText(a.signer.name, b.signer.name) ||
    compareRefs(a.policyManifest?.ref ?? a.policy, b.policyManifest?.ref ?? b.policy)
  );
}
