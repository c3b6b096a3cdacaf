import { describe, expect, it } from "vitest";
import { analyseLockouts } from "../../src/lockout/analyse.ts";
import { recoveryGraph } from "../../src/lockout/graph/recovery-graph.ts";
import { GraphReport, graphFormats, graphReport } from "../../src/report/lockout/graph-report.ts";
import { objectsOf, readFixture, today } from "./fixtures.ts";

function graphOf(...path: readonly string[]) {
  const { value } = analyseLockouts(objectsOf(readFixture(...path).text), today);
  return graphReport("app", recoveryGraph(value));
}

describe("the graph of a recovery", () => {
  const red = graphOf("own-pods", "red.yaml");

  it("has the loop of a webhook that sees its own pods, and marks both as locked", () => {
    const [pods] = red.nodes.filter(({ name }) => name === "the pods of Deployment/policy/gate");
    const [webhook] = red.nodes.filter(({ kind }) => kind === "webhook");
    expect([pods?.locked, webhook?.locked]).toEqual(["proven", "proven"]);
    const between = red.edges.filter(({ from, to }) =>
      [pods?.id, webhook?.id].every((id) => id === from || id === to),
    );
    expect(between).toEqual([
      { from: pods?.id, to: webhook?.id, phase: "restart", because: "creating them", isProven: true },
      { from: webhook?.id, to: pods?.id, phase: "restart", because: "they answer it", isProven: true },
    ]);
  });

  it("has no webhook where none is asked for what a repair writes", () => {
    const green = graphOf("own-pods", "green.yaml");
    expect(green.nodes.filter(({ kind, locked }) => kind === "webhook" || locked !== "no")).toEqual([]);
  });

  it("tells needs of a cold start from those of a restart", () => {
    const { edges } = graphOf("registry-loop", "red.yaml");
    expect(edges.filter(({ because }) => because.startsWith("the image")).map(({ phase }) => phase)).toEqual([
      "cold-start",
      "cold-start",
    ]);
  });

  it("is what its schema says, in JSON; in DOT and Mermaid each node and each edge is a line", () => {
    expect(GraphReport.parse(JSON.parse(graphFormats.json(red)))).toEqual(red);
    const lines = red.nodes.length + red.edges.length;
    expect(graphFormats.dot(red).trimEnd().split("\n")).toHaveLength(lines + 3);
    expect(graphFormats.mermaid(red).trimEnd().split("\n")).toHaveLength(lines + 4);
  });
});
