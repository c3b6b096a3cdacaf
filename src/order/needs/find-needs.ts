import { appendTo } from "../../append-to.ts";
import type { Finding, Outcome } from "../../findings/finding.ts";
import type { Edge, KnownEdges, NeedSource, OrderContext } from "../order-graph.ts";

/**
 * Asks every need source about every node with a required path to one of `goals`, until nothing new comes up: an edge that
 * is answered gives its own start such a path. Each node is asked about once, and nothing is asked where no goal is.
 */
export function findNeeds(
  context: OrderContext,
  given: readonly Edge[],
  goals: readonly number[],
  sources: readonly NeedSource[],
): Outcome<readonly Edge[]> {
  const edges: Edge[] = [];
  const findings: Finding[] = [];
  const graph = new RequiredGraph(given);
  const seen = new Set(goals);
  const queue = [...seen];
  const asked = queue.length === 0 ? [] : sources.map((source) => source(context));
  for (let next = 0; next < queue.length; next++) {
    const node = queue[next] as number;
    for (const source of asked) {
      const outcome = source(node, graph);
      for (const found of outcome.findings) findings.push(found);
      for (const edge of outcome.value) {
        edges.push(edge);
        graph.add(edge);
      }
    }
    for (const before of graph.before(node)) {
      if (seen.has(before)) continue;
      seen.add(before);
      queue.push(before);
    }
  }
  return { value: edges, findings };
}

class RequiredGraph implements KnownEdges {
  readonly #before = new Map<number, number[]>();
  readonly #after = new Map<number, Edge[]>();

  constructor(edges: readonly Edge[]) {
    for (const edge of edges) this.add(edge);
  }

  add(edge: Edge): void {
    appendTo(this.#before, edge.after, edge.before);
    appendTo(this.#after, edge.before, edge);
  }

  before(node: number): readonly number[] {
    return this.#before.get(node) ?? [];
  }

  reachedFrom(start: number): ReadonlySet<number> {
    const reached = new Set([start]);
    for (const node of reached) {
      for (const { after } of this.#after.get(node) ?? []) reached.add(after);
    }
    return reached;
  }

  distancesFrom(start: number): ReadonlyMap<number, number> {
    const reached = this.reachedFrom(start);
    const distances = new Map<number, number>([...reached].map((node) => [node, 0]));
    let isSettled = false;
    for (let round = 0; round < reached.size && !isSettled; round++) {
      isSettled = true;
      for (const [node, distance] of distances) {
        for (const { after, gap } of this.#after.get(node) ?? []) {
          if (distance + gap <= (distances.get(after) ?? 0)) continue;
          distances.set(after, distance + gap);
          isSettled = false;
        }
      }
    }
    return distances;
  }
}
