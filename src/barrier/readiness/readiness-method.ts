import type { Readiness } from "../../config/config.ts";

export type ReadinessMethodName = Readiness["method"];

/** The configuration of one method. */
export type ReadinessOf<M extends ReadinessMethodName> = Extract<Readiness, { readonly method: M }>;

/** How good a proof is, in one word. */
export type EvidenceGrade = "exact" | "bounded" | "statistical" | "reported";

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
}
