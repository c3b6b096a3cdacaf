import { appendTo } from "../append-to.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { at } from "./at.ts";
import type { Solution } from "./constraint.ts";
import { findLeftBehind } from "./left-behind.ts";
import type { Because, Move } from "./move.ts";
import type { OrderGraph, OrderNode } from "./order-graph.ts";
import type { OrderedObject } from "./ordered-object.ts";
import { solve } from "./solve.ts";

export interface OrderPlan {
  readonly moves: readonly Move[];
  /** The wave of each barrier, in the order of the groups; undefined where none can stand before its dependents. */
  readonly barrierWaves: readonly (number | undefined)[];
  /** What the waves follow from; undefined where the constraints contradict one another. */
  readonly solved: SolvedOrder | undefined;
}

/** The order problem with its answer, for whoever wants to follow a wave to its reason. */
export interface SolvedOrder {
  readonly graph: OrderGraph;
  readonly solution: Solved;
}

type Solved = Extract<Solution, { solved: true }>;

/**
 * Solves the order and reads the answer back in terms of objects. Where the constraints contradict one another, every
 * cycle is a finding with its path, and the author's order is kept: nothing moves, and each barrier goes below the first
 * of its dependents.
 */
export function planOrder(graph: OrderGraph): Outcome<OrderPlan> {
  const solution = solve(graph.problem);
  if (!solution.solved) {
    return { value: givenOrder(graph), findings: solution.cycles.map((cycle) => cycleFinding(graph, cycle)) };
  }
  const moves: Move[] = [];
  const barrierWaves: (number | undefined)[] = [];
  const feeds = barriersFedBy(graph);
  for (const [index, node] of graph.nodes.entries()) {
    const wave = at(solution.values, index);
    if (node.kind === "barrier") barrierWaves.push(wave);
    else if (wave !== node.object.wave) {
      const because = explain(graph, solution, index, feeds);
      moves.push({ manifest: node.object.manifest, from: node.object.wave, to: wave, because });
    }
  }
  return {
    value: { moves, barrierWaves, solved: { graph, solution } },
    findings: [...givenUpFindings(graph, solution), ...findLeftBehind(objectsOf(graph), moves)],
  };
}

function objectsOf({ nodes }: OrderGraph): readonly OrderedObject[] {
  return nodes.flatMap((node) => (node.kind === "object" ? [node.object] : []));
}

/** What holds the variable below its bound; an early policy that nothing holds lower is early for its barriers. */
function explain(
  graph: OrderGraph,
  solution: Solved,
  index: number,
  feeds: ReadonlyMap<number, readonly number[]>,
): readonly Because[] {
  const hold = solution.holds[index];
  if (hold?.kind === "order") return [{ reason: "user", other: at(graph.nodes, hold.other) }];
  if (hold?.kind === "constraint") {
    const edge = at(graph.edges, hold.constraint);
    return [{ reason: edge.reason, other: at(graph.nodes, edge.after) }];
  }
  const fed = feeds.get(index) ?? [index];
  return fed.map((other) => ({ reason: "grant", other: at(graph.nodes, other) }));
}

function barriersFedBy(graph: OrderGraph): ReadonlyMap<number, readonly number[]> {
  const feeds = new Map<number, number[]>();
  for (const edge of graph.edges) {
    if (edge.reason !== "grant") continue;
    appendTo(feeds, edge.before, edge.after);
  }
  return feeds;
}

/**
 * Nothing moves, and each barrier goes below the first of its dependents, unless its policy stands no lower than that: it
 * would wait for what comes after it, and lock the sync out.
 */
function givenOrder(graph: OrderGraph): OrderPlan {
  const upperOf = (index: number) => at(graph.problem.variables, index).upper;
  const placed = new Map<number, number>();
  for (const edge of graph.edges) {
    if (edge.reason !== "barrier") continue;
    const wave = upperOf(edge.after) - 1;
    placed.set(edge.before, Math.min(wave, placed.get(edge.before) ?? wave));
  }
  for (const edge of graph.edges) {
    const wave = placed.get(edge.after);
    if (edge.reason === "grant" && wave !== undefined && givenWave(graph, edge.before) >= wave) {
      placed.delete(edge.after);
    }
  }
  const barrierWaves = graph.nodes.flatMap((node, index) =>
    node.kind === "barrier" ? [placed.get(index)] : [],
  );
  return { moves: [], barrierWaves, solved: undefined };
}

/** Not the bound of its variable: an early policy that is not moved is not early. */
function givenWave(graph: OrderGraph, index: number): number {
  const node = at(graph.nodes, index);
  return node.kind === "object" ? node.object.wave : Number.NEGATIVE_INFINITY;
}

function cycleFinding(graph: OrderGraph, cycle: readonly number[]): Finding {
  const path = cycle.map((constraint) => {
    const edge = at(graph.edges, constraint);
    const node = at(graph.nodes, edge.before);
    return { ref: refOf(node), barrierOf: node.kind === "barrier", reason: edge.reason };
  });
  const first = at(graph.nodes, at(graph.edges, at(cycle, 0)).before);
  return finding("order-cycle", { refs: path.map((step) => step.ref), source: sourceOf(first) }, { path });
}

function givenUpFindings(graph: OrderGraph, solution: Solved): readonly Finding[] {
  const asked = new Set(graph.edges.map(({ before, after }) => `${before} ${after}`));
  // A pair that somebody asks to be turned round is no surprise: the request itself says so.
  const unasked = solution.givenUp.filter(({ a, b }) => !asked.has(`${b} ${a}`));
  const pairs = unasked.map(({ a, b, because }) => {
    const [before, after] = [at(graph.nodes, a), at(graph.nodes, b)];
    const where = { refs: [refOf(before), refOf(after)], source: sourceOf(before) };
    return finding("order-given-up", where, { because });
  });
  const leftOut = solution.givenUpLeftOut;
  if (leftOut === 0) return pairs;
  return [...pairs, finding("order-given-up-more", {}, { shown: pairs.length, leftOut })];
}

/** A barrier has no name yet; what it asks about says which one is meant. */
function refOf(node: OrderNode): ObjectRef {
  return node.kind === "object" ? node.object.manifest.ref : node.group.policy;
}

function sourceOf(node: OrderNode) {
  return node.kind === "object" ? node.object.manifest.source : null;
}
