import type { Hook } from "../argo/hooks.ts";
import type { Phase } from "../argo/phase.ts";
import type { BarrierGroup } from "../barrier/barrier.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Constraint, Problem, Reason } from "./constraint.ts";

/** An object of the render as the order sees it: the wave its author gave it and the phases it runs in. */
export interface OrderedObject {
  readonly manifest: Manifest;
  readonly wave: number;
  readonly hook: Hook;
  /** True for a policy object that goes to the configured `policyWave`, whatever its dependents are. */
  readonly early: boolean;
}

/** What one variable of the problem stands for: an object with its one wave, or a barrier that has none yet. */
export type OrderNode =
  | { readonly kind: "object"; readonly object: OrderedObject }
  | { readonly kind: "barrier"; readonly group: BarrierGroup };

/** A constraint that still knows why it is there. */
export interface Edge extends Constraint {
  readonly reason: Reason;
}

/** Everything an edge source may look at. `nodeOf` gives the variable of a manifest that counts in this sync. */
export interface OrderContext {
  readonly nodes: readonly OrderNode[];
  readonly nodeOf: ReadonlyMap<Manifest, number>;
  readonly barriers: readonly { readonly node: number; readonly group: BarrierGroup }[];
}

/** The order problem with its meaning: `problem.variables[i]` is `nodes[i]`, `problem.constraints[i]` is `edges[i]`. */
export interface OrderGraph {
  readonly nodes: readonly OrderNode[];
  readonly edges: readonly Edge[];
  readonly problem: Problem;
}

/** The phases of the object behind a node, or the one phase of a barrier. */
export function phasesOf(node: OrderNode): readonly Phase[] {
  return node.kind === "barrier" ? [node.group.phase] : node.object.hook.phases;
}
