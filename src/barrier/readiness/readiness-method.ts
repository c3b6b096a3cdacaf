import type { Readiness } from "../../config/config.ts";

export type ReadinessMethodName = Readiness["method"];

/** One way to find out that a grant is loaded, as far as the render must know it: one file each, listed in `methods.ts`. */
export interface ReadinessMethod {
  readonly name: ReadinessMethodName;
  /** How good the proof is, in one word. */
  readonly grade: "exact" | "bounded" | "statistical" | "reported";
  /** The same in a sentence or two, for the plan: what is known when the barrier opens, and what is not. */
  evidence(readiness: Readiness): string;
  /** Arguments of `grantwave wait` that only this method has. */
  waitArguments(readiness: Readiness): readonly string[];
  /** The longest time, in seconds, for which the method waits after a change of the policy when nothing is wrong. */
  longestWaitSeconds(readiness: Readiness): number;
}
