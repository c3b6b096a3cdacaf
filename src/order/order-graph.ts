import { firstPhaseRank, type Phase } from "../argo/phase.ts";
import type { BarrierGroup } from "../barrier/barrier.ts";
import type { Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { Constraint, Problem, Reason } from "./constraint.ts";
import type { OrderedObject } from "./ordered-object.ts";

/** What one variable of the problem stands for: an object with its one wave, or a barrier that has none yet. */
export type OrderNode =
  | { readonly kind: "object"; readonly object: OrderedObject }
  | { readonly kind: "barrier"; readonly group: BarrierGroup };

/** A constraint that still knows why it is there. */
export interface Edge extends Constraint {
  readonly reason: Reason;
}

/** Everything an edge source may look at. */
export interface OrderContext {
  readonly nodes: readonly OrderNode[];
  /** The objects behind the first nodes, in the same order. */
  readonly objects: readonly OrderedObject[];
  /** The variable of a manifest that counts in this sync. */
  readonly nodeOf: ReadonlyMap<Manifest, number>;
  /** The variable of the object with an identity. */
  readonly find: (ref: ObjectRef) => number | undefined;
  /** All objects with a name, whatever their kinds and namespaces. */
  readonly named: (name: string) => readonly Manifest[];
  readonly barriers: readonly { readonly node: number; readonly group: BarrierGroup }[];
  /** Where barriers run, canaries excepted. */
  readonly barrierNamespace: string;
}

/** One source of constraints that are there whatever else is: a function of the objects and barriers. */
export type EdgeSource = (context: OrderContext) => Outcome<readonly Edge[]>;

/** A required edge as far as it is known while needs are looked for. */
export interface KnownEdges {
  /** Every node that the given one must precede, by required edges, itself included. */
  reachedFrom(node: number): ReadonlySet<number>;
  /**
   * The same nodes, each with how many waves must lie between the two at least. Where edges run in a positive cycle, which
   * the solver will tell, some number of them.
   */
  distancesFrom(node: number): ReadonlyMap<number, number>;
}

/**
 * One source of constraints that only matter for what has to be there before a barrier: made once, then asked for each
 * node with a required path to a barrier (what it answers makes other nodes such nodes).
 */
export type NeedSource = (
  context: OrderContext,
) => (node: number, known: KnownEdges) => Outcome<readonly Edge[]>;

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

/**
 * How the phases of two nodes stand, where the first must come before the second: `same` where waves decide, `earlier`
 * where it is there a phase before anyway, `later` where no wave can help, since waves do not cross phases. A hook of
 * several phases is made anew in each of them, so one phase in common is enough for `same`.
 */
export function phaseRelation(before: OrderNode, after: OrderNode): "earlier" | "same" | "later" {
  if (firstPhase(before) > firstPhase(after)) return "later";
  return phasesOf(before).some((phase) => phasesOf(after).includes(phase)) ? "same" : "earlier";
}

/** Where the phase of a node stands among Argo CD's: the first one, where it has several. */
export function firstPhase(node: OrderNode): number {
  return firstPhaseRank(phasesOf(node));
}
