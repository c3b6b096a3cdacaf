import type { ClusterReader } from "../cluster/cluster-reader.ts";
import { OutsideError } from "../errors.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import { presetOf } from "../signers/presets.ts";
import { anyName } from "../signers/signer.ts";
import { loadedMethodOf } from "./decide.ts";
import type { PodRequest } from "./methods/loaded-method.ts";
import type { Observation, PodAnswer } from "./observation.ts";
import type { Question } from "./question.ts";
import { readPod, type SignerPod } from "./read-pod.ts";
import { selectorText } from "./selector-text.ts";

/** What a look asks. */
export interface Sources {
  readonly reader: ClusterReader;
  /** The API server's clock, never ahead of it; undefined before it has answered. */
  readonly nowMs: () => number | undefined;
  readonly askPod: (pod: SignerPod, request: PodRequest) => Promise<PodAnswer>;
}

/**
 * Looks once: the policy first, then who may answer from it, then what they answer. Every read is one that etcd's leader
 * agrees to, so nothing seen is older than the look. `src/barrier/access.ts` lists what is read.
 *
 * @throws OutsideError where the API server does not answer, or refuses.
 */
export async function look(question: Question, sources: Sources): Promise<Observation> {
  const { reader } = sources;
  const method = loadedMethodOf(question.signer.readiness);
  const policies = await readPolicies(question, reader);
  const nowMs = sources.nowMs();
  if (nowMs === undefined) throw new OutsideError("the API server does not say what time it is");
  const workload = await readWorkload(question, reader);
  const objects = workload === undefined ? [] : await readPods(question, workload, reader);
  const pods = objects.map((pod) => readPod(pod, question.signer.workload?.container));
  const running = pods.filter(({ isOver, node }) => !isOver && node !== "");
  const request = method.request?.(question.signer.readiness as never);
  return {
    nowMs,
    policies,
    workload,
    pods: objects,
    leases: method.looksAtLeases === true ? await readLeases(running, reader) : new Map(),
    answers: request === undefined ? new Map() : await askAll(running, request, sources),
  };
}

async function readPolicies(
  { policy, signer }: Question,
  reader: ClusterReader,
): Promise<readonly JsonObject[]> {
  const configured = presetOf(signer).read(signer, []).value.policyRef;
  if (configured.name === anyName) {
    return reader.list(policy, configured.namespace === anyName ? "" : configured.namespace, {});
  }
  const found = await reader.get(policy);
  return found === undefined ? [] : [found];
}

async function readWorkload({ signer }: Question, reader: ClusterReader): Promise<JsonObject | undefined> {
  if (signer.workload === undefined) return undefined;
  const { kind, name, namespace } = signer.workload;
  return reader.get({ group: "apps", kind, namespace, name });
}

async function readPods(
  { signer }: Question,
  workload: JsonObject,
  reader: ClusterReader,
): Promise<readonly JsonObject[]> {
  const { spec } = workload;
  const selector = selectorText(
    typeof spec === "object" && spec !== null && "selector" in spec ? spec.selector : undefined,
  );
  if (selector === undefined)
    throw new OutsideError("the signer's workload has no selector that can be read");
  return reader.list({ group: "", kind: "Pod" }, signer.workload?.namespace ?? "", selector);
}

async function readLeases(pods: readonly SignerPod[], reader: ClusterReader): Promise<Observation["leases"]> {
  const nodes = [...new Set(pods.map(({ node }) => node))];
  const leases = await Promise.all(
    nodes.map((name) =>
      reader.get({ group: "coordination.k8s.io", kind: "Lease", namespace: "kube-node-lease", name }),
    ),
  );
  return new Map(nodes.map((node, index) => [node, leases[index]]));
}

async function askAll(
  pods: readonly SignerPod[],
  request: PodRequest,
  { askPod }: Sources,
): Promise<Observation["answers"]> {
  const reachable = pods.filter(({ addresses }) => addresses.length > 0);
  const answers = await Promise.all(
    reachable.map(async (pod) => [pod.uid, await askPod(pod, request)] as const),
  );
  return new Map(answers);
}
