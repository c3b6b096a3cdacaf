import type { Barrier } from "../../barrier/barrier.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { ObjectRef } from "../../manifest/object-ref.ts";
import type { SolvedOrder } from "../../order/plan-order.ts";
import type { PlanInput } from "../plan-input.ts";

/** Everything that an explanation tells: what a plan knows, and the one thing that is asked about. */
export interface ExplanationInput {
  readonly plan: PlanInput;
  /** What the waves follow from; undefined where the required order contradicts itself. */
  readonly order: SolvedOrder | undefined;
  readonly subject: Subject;
  /** The render as text, for the lines of grants. */
  readonly text: string;
}

/** An object of the render, whether a sync applies it or not, or a barrier. */
export type Subject =
  | { readonly kind: "object"; readonly ref: ObjectRef; readonly manifest: Manifest }
  | { readonly kind: "barrier"; readonly ref: ObjectRef; readonly barrier: Barrier };
