import { carriesContent } from "../../barrier/readiness/content-name.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { formatRef, refKey } from "../../manifest/object-ref.ts";
import { podReferences } from "../../references/pod-references.ts";
import { liveManifest } from "../live-manifest.ts";
import type { LoadedMethod, Obstacle, ReplicaVerdict, Situation } from "./loaded-method.ts";

/**
 * Every signer pod names the policy object of this sync and is ready. The name carries the content, so a pod that names it
 * can have read nothing else. The workload's template has to name it too: else it could make a pod of the old kind yet.
 */
export const rollout: LoadedMethod<"rollout"> = {
  name: "rollout",
  findObstacles: (situation) => [...fixedNames(situation), ...templateObstacles(situation)],
  judge(pod, situation) {
    const named = namesPolicy(podManifest(pod.spec, situation), situation);
    if (!named.isLoaded || pod.isReady) return named;
    return { isLoaded: false, says: "names the policy and is not ready" };
  },
  judgeUnscheduled: (pod, situation) => namesPolicy(podManifest(pod.spec, situation), situation),
};

function fixedNames({ policy }: Situation): readonly Obstacle[] {
  return policy.asked
    .filter((manifest) => !carriesContent(manifest))
    .map(({ ref }) => ({
      says: `${formatRef(ref)} may change under its name: it has no content hash and is not immutable`,
    }));
}

function templateObstacles(situation: Situation): readonly Obstacle[] {
  const { question, workload } = situation;
  if (workload === undefined) return [{ says: "the signer's workload is not there yet" }];
  const manifest = liveManifest(workload, { group: "apps", kind: question.signer.workload?.kind ?? "" });
  if (namesAll(manifest, ["spec", "template", "spec"], situation)) return [];
  return [{ says: `${formatRef(manifest.ref)} does not name the policy of this sync` }];
}

function namesPolicy(pod: Manifest, situation: Situation): ReplicaVerdict {
  return namesAll(pod, ["spec"], situation)
    ? { isLoaded: true, says: "names the policy of this sync" }
    : { isLoaded: false, says: "names another policy object than this sync's" };
}

function namesAll(manifest: Manifest, path: readonly string[], { policy }: Situation): boolean {
  const named = new Set(podReferences(manifest, path).map(({ to }) => refKey(to)));
  return policy.asked.every(({ ref }) => named.has(refKey(ref)));
}

function podManifest(spec: Manifest["value"], { question }: Situation): Manifest {
  const metadata = { name: "pod", namespace: question.signer.workload?.namespace ?? "" };
  return liveManifest({ metadata, spec }, { group: "", kind: "Pod" });
}
