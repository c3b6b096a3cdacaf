import * as z from "zod";
import { printable } from "../../findings/printable.ts";
import type { RecoveryGraph } from "../../lockout/graph/recovery-graph.ts";
import { label } from "../plan-mermaid/mermaid-text.ts";
import type { TextOptions } from "../plan-text/section.ts";
import { plainStyle } from "../style.ts";
import { count, wrap } from "../text-layout.ts";
import { assumptions } from "./assumptions.ts";

/** What a repair stands on, as `graph -o json` prints it. */
export const GraphReport = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("RecoveryGraph"),
  application: z.string(),
  nodes: z.array(
    z.strictObject({
      /** `n0`, `n1` …: good for this report alone. */
      id: z.string(),
      kind: z.enum(["component", "webhook"]),
      name: z.string(),
      locked: z.enum(["no", "possible", "proven"]),
      isAssumed: z.boolean(),
    }),
  ),
  edges: z.array(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      phase: z.enum(["restart", "cold-start", "renewal"]),
      because: z.string(),
      isProven: z.boolean(),
    }),
  ),
  assumptions: z.array(z.string()),
});
export type GraphReport = z.infer<typeof GraphReport>;

export function graphReport(application: string, { edges, nodes }: RecoveryGraph): GraphReport {
  const short = new Map(nodes.map(({ id }, number) => [id, `n${number}`]));
  const idOf = (id: string): string => short.get(id) ?? "";
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "RecoveryGraph",
    application,
    nodes: nodes.map((node) => ({ ...node, id: idOf(node.id) })),
    edges: edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })),
    assumptions: [...assumptions],
  };
}

/** Every format that the graph can be printed in. */
export const graphFormats = {
  text: (report: GraphReport, options?: Partial<TextOptions>) => graphText(report, options),
  json: (report: GraphReport) => `${JSON.stringify(report, null, 2)}\n`,
  dot: (report: GraphReport) => graphDot(report),
  mermaid: (report: GraphReport) => graphMermaid(report),
} as const satisfies Record<string, (report: GraphReport, options?: Partial<TextOptions>) => string>;

export const graphFormatNames = Object.keys(graphFormats) as readonly (keyof typeof graphFormats)[];

const signs: { readonly [L in GraphReport["nodes"][number]["locked"]]: string } = {
  no: "✓",
  possible: "?",
  proven: "✗",
};

function graphText(report: GraphReport, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const names = new Map(report.nodes.map(({ id, name }) => [id, name]));
  const lines = [
    style.heading(
      `${report.application}: ${count(report.nodes.length, "part")}, ${count(report.edges.length, "need")}`,
    ),
    ...report.nodes.flatMap(({ id, isAssumed, locked, name }) => [
      "",
      ...wrap(
        printable(`${signs[locked]} ${name}${isAssumed ? " (taken to be there)" : ""}`),
        width,
        "",
        "  ",
      ),
      ...report.edges
        .filter(({ from }) => from === id)
        .flatMap(({ because, isProven, phase, to }) =>
          wrap(
            printable(`${isProven ? "needs" : "may need"} ${names.get(to)} (${phase}): ${because}`),
            width,
            "    ",
            "      ",
          ),
        ),
    ]),
    "",
    ...wrap(
      `✗ can be locked, ? perhaps, ✓ comes back by itself. Assumed: ${report.assumptions.join(" ")}`,
      width,
    ).map(style.quiet),
  ];
  return `${lines.join("\n")}\n`;
}

const colours: typeof signs = { no: "black", possible: "orange", proven: "red" };

function graphDot({ edges, nodes }: GraphReport): string {
  const text = (words: string): string => `"${printable(words).replace(/[\\"]/g, (sign) => `\\${sign}`)}"`;
  const lines = [
    "digraph recovery {",
    "  rankdir=LR;",
    ...nodes.map(
      ({ id, kind, locked, name }) =>
        `  ${id} [label=${text(name)}, shape=${kind === "webhook" ? "diamond" : "box"}, color=${colours[locked]}];`,
    ),
    ...edges.map(
      ({ because, from, isProven, phase, to }) =>
        `  ${from} -> ${to} [label=${text(`${phase}: ${because}`)}, style=${isProven ? "solid" : "dashed"}];`,
    ),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function graphMermaid({ edges, nodes }: GraphReport): string {
  const lines = [
    "flowchart LR",
    ...nodes.map(({ id, kind, locked, name }) => {
      const [open, close] = kind === "webhook" ? ["{{", "}}"] : ["[", "]"];
      return `  ${id}${open}${label(name)}${close}:::${locked}`;
    }),
    ...edges.map(
      ({ from, isProven, phase, to }) => `  ${from} ${isProven ? "-->" : "-.->"}|${label(phase)}| ${to}`,
    ),
    "  classDef no stroke:#333",
    "  classDef possible stroke:#d80,stroke-width:2px",
    "  classDef proven stroke:#c00,stroke-width:3px",
  ];
  return `${lines.join("\n")}\n`;
}
