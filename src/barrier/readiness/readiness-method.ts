import type { BarrierConfig, Readiness } from "../../config/config.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Requester } from "../../requests/requester.ts";
import type { BarrierGroup } from "../barrier.ts";
import type { JobBody } from "../job-body.ts";

export type ReadinessMethodName = Readiness["method"];

/** The configuration of one method. */
export type ReadinessOf<M extends ReadinessMethodName> = Extract<Readiness, { readonly method: M }>;

/** How good a proof is, in one word. */
export const evidenceGrades = ["exact", "bounded", "statistical", "reported"] as const;
export type EvidenceGrade = (typeof evidenceGrades)[number];

/** One way to find out that a grant is loaded, as far as the render must know it: one file each, listed in `methods.ts`. */
export interface ReadinessMethod<M extends ReadinessMethodName = ReadinessMethodName> {
  readonly name: M;
  readonly grade: EvidenceGrade;
  /** The same in a sentence or two, for the plan: what is known when the barrier opens, and what is not. */
  evidence(readiness: ReadinessOf<M>): string;
  /** Arguments of `grantwave wait` that only this method has. */
  waitArguments(readiness: ReadinessOf<M>): readonly string[];
  /** The longest time, in seconds, for which the method waits after a change of the policy when nothing is wrong. */
  longestWaitSeconds(readiness: ReadinessOf<M>): number;
  /** What in this render keeps the method from proving anything. Left out where nothing can. */
  findObstacles?(group: BarrierGroup, manifests: readonly Manifest[]): readonly Finding[];
  /**
   * The pods of the barrier, where they are not `grantwave wait`. They run as the requester: so each distinct requester
   * has a barrier of its own, in its own namespace.
   */
  requesterBody?(readiness: ReadinessOf<M>, requester: Requester, config: BarrierConfig): JobBody;
}
