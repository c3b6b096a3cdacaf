import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasons } from "../../src/order/constraint.ts";
import type { OrderGraph, OrderNode } from "../../src/order/order-graph.ts";
import { reasonChain, requiredAfter, requiredBefore } from "../../src/order/reason-chain.ts";
import { solve } from "../../src/order/solve.ts";
import { runs } from "../runs.ts";
import { solvableProblem } from "./random-problem.ts";

/** The chain looks at nothing of what its nodes stand for. */
const anything = { kind: "barrier" } as unknown as OrderNode;

const solvedGraph = solvableProblem.map((problem) => {
  const edges = problem.constraints.map((constraint, index) => ({
    ...constraint,
    reason: reasons[index % reasons.length] ?? "hint",
  }));
  const graph: OrderGraph = { nodes: problem.variables.map(() => anything), edges, problem };
  const solution = solve(problem);
  if (!solution.solved) throw new Error("the problem was made to have a solution");
  return { graph, solution };
});

describe("the chain of reasons of any node", () => {
  it("comes to an end at one that stands as high as it may, and meets no node twice", () => {
    fc.assert(
      fc.property(solvedGraph, (order) => {
        for (const node of order.graph.nodes.keys()) {
          const chain = reasonChain(order, node);
          expect(chain[0]?.node).toBe(node);
          expect(new Set(chain.map((link) => link.node)).size).toBe(chain.length);
          const last = chain.at(-1);
          expect(last?.wave).toBe(order.graph.problem.variables[last?.node ?? -1]?.upper);
        }
      }),
      runs(100),
    );
  });

  it("leads by requirements and the given order, each as tight as it can be", () => {
    fc.assert(
      fc.property(solvedGraph, (order) => {
        for (const node of order.graph.nodes.keys()) {
          const chain = reasonChain(order, node);
          for (const [index, link] of chain.slice(0, -1).entries()) {
            const next = chain[index + 1];
            expect(link.heldBy?.other).toBe(next?.node);
            expect(link.wave).toBe((next?.wave ?? 0) - (link.heldBy?.gap ?? 0));
            const required = requiredAfter(order.graph, link.node);
            if (link.heldBy?.reason !== "user") expect(required).toContainEqual(link.heldBy);
          }
        }
      }),
      runs(100),
    );
  });
});

it("tells what is required of a node from both of its sides", () => {
  const edges = [
    { before: 0, after: 1, gap: 1, reason: "grant" },
    { before: 1, after: 2, gap: 1, reason: "barrier" },
    { before: 0, after: 2, gap: 0, reason: "prerequisite" },
  ] as const;
  const graph = {
    nodes: [anything, anything, anything],
    edges,
    problem: { variables: [], constraints: edges },
  };
  expect(requiredAfter(graph, 0)).toEqual([
    { reason: "grant", other: 1, gap: 1 },
    { reason: "prerequisite", other: 2, gap: 0 },
  ]);
  expect(requiredBefore(graph, 2)).toEqual([
    { reason: "barrier", other: 1, gap: 1 },
    { reason: "prerequisite", other: 0, gap: 0 },
  ]);
  expect(requiredAfter(graph, 2)).toEqual([]);
});
