import type { ReadinessMethodName, ReadinessOf } from "../../barrier/readiness/readiness-method.ts";
import type { JsonObject } from "../../manifest/manifest.ts";
import type { History } from "../history.ts";
import type { LivePolicy } from "../live-policy.ts";
import type { Observation } from "../observation.ts";
import type { Question } from "../question.ts";
import type { SignerPod } from "../read-pod.ts";

/** Methods whose barrier runs `grantwave wait`. */
export type AskingMethodName = Exclude<ReadinessMethodName, "canary">;

/** Everything that is known at one moment. */
export interface Situation {
  readonly question: Question;
  readonly policy: LivePolicy;
  readonly observation: Observation;
  readonly history: History;
  readonly workload: JsonObject | undefined;
  /** Pods of the signer that run or may run; those that are over do not count. */
  readonly pods: readonly SignerPod[];
  /** True where the signer's pods are known and there are none: then nobody can deny. */
  readonly isNobodyThere: boolean;
}

/** What is asked of every pod, by its own address. */
export interface PodRequest {
  readonly port: number;
  readonly path: string;
  /** More than this is no answer. */
  readonly mostBytes: number;
}

export interface ReplicaVerdict {
  readonly isLoaded: boolean;
  /** For people, behind the name of the pod: `answers from another policy (…)`. */
  readonly says: string;
}

/** What keeps a method from opening, whatever the replicas say. */
export interface Obstacle {
  readonly says: string;
  /** When it will have passed by itself, by the API server's clock; undefined where nobody knows. */
  readonly untilMs?: number;
}

/**
 * How one readiness method tells that a signer has loaded its policy: pure, one file each, listed in `methods.ts`. What the
 * render has to know of it stands in `src/barrier/readiness/`.
 */
export interface LoadedMethod<M extends AskingMethodName = AskingMethodName> {
  readonly name: M;
  /** What every pod is asked. Left out where nothing is. */
  request?(readiness: ReadinessOf<M>): PodRequest;
  /** Whether the leases of the pods' nodes are looked at. */
  readonly looksAtLeases?: true;
  /** Only asked where the live policy grants everything. */
  findObstacles?(situation: Situation, readiness: ReadinessOf<M>): readonly Obstacle[];
  /** One pod that is on a node. Left out where pods tell nothing. */
  judge?(pod: SignerPod, situation: Situation, readiness: ReadinessOf<M>): ReplicaVerdict;
  /** One pod that is on no node yet; left out where such a pod, which starts with what is there by then, cannot harm. */
  judgeUnscheduled?(pod: SignerPod, situation: Situation): ReplicaVerdict;
}
