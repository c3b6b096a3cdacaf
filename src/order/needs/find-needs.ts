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
  readonly #after = new Map<number, number[]>();

  constructor(edges: readonly Edge[]) {
    for (const edge of edges) this.add(edge);
  }

  add({ before, after }: Edge): void {
    appendTo(this.#before, after, before);
    appendTo(this.#after, before, after);
  }

  before(node: number): readonly number[] {
    return this.#before.get(node) ?? [];
  }

  reachedFrom(start: number): ReadonlySet<number> {
    const reached = new Set([start]);
    for (const node of reached) {
      for (const next of this.#after.get(node) ?? []) reached.add(next);
    }
    return reached;
  }
}
