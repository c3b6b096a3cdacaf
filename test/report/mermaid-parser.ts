import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createContext, runInContext } from "node:vm";

/** A flowchart as Mermaid's own parser has understood it. Texts are decoded: what a reader sees. */
export interface Flowchart {
  readonly nodes: ReadonlyMap<
    string,
    { readonly text: string; readonly shape: string; readonly style: string }
  >;
  readonly arrows: readonly {
    readonly from: string;
    readonly to: string;
    readonly text: string;
    readonly stroke: string;
  }[];
  readonly subgraphs: ReadonlyMap<string, { readonly title: string; readonly members: readonly string[] }>;
}

interface FlowDatabase {
  getVertices(): ReadonlyMap<
    string,
    { id: string; text?: string; type?: string; classes: readonly string[] }
  >;
  getEdges(): readonly { start: string; end: string; text: string; stroke: string }[];
  getSubGraphs(): readonly { id: string; title: string; nodes: readonly string[] }[];
}

interface Mermaid {
  initialize(config: object): void;
  parse(text: string): Promise<{ diagramType: string }>;
  readonly mermaidAPI: { getDiagramFromText(text: string): Promise<{ type: string; db: FlowDatabase }> };
}

let loaded: Mermaid | undefined;

/**
 * Reads a diagram with the parser that browsers use (`@mermaid-js/tiny`, the official build without its larger diagrams).
 * The window it gets is as small as it takes: its sanitiser then sees that there is no browser and leaves texts alone.
 *
 * @throws what Mermaid throws for text that is no diagram.
 */
export async function parseFlowchart(text: string): Promise<Flowchart> {
  loaded ??= load();
  const { diagramType } = await loaded.parse(text);
  if (diagramType !== "flowchart-v2") throw new Error(`a ${diagramType} and no flowchart`);
  const { db } = await loaded.mermaidAPI.getDiagramFromText(text);
  const subgraphs = new Map(
    db.getSubGraphs().map(({ id, title, nodes }) => [id, { title: decode(title), members: nodes }]),
  );
  // An arrow to a subgraph makes a node of the same id.
  const vertices = [...db.getVertices()].filter(([id]) => !subgraphs.has(id));
  return {
    subgraphs,
    nodes: new Map(
      vertices.map(([id, { text: own = id, type = "", classes }]) => [
        id,
        { text: decode(own), shape: type, style: classes.join(" ") },
      ]),
    ),
    arrows: db
      .getEdges()
      .map(({ start, end, text: own, stroke }) => ({ from: start, to: end, text: decode(own), stroke })),
  };
}

function load(): Mermaid {
  const file = createRequire(import.meta.url).resolve("@mermaid-js/tiny");
  class Nothing {}
  const document = { nodeType: 9, implementation: {}, addEventListener() {}, createElement: () => ({}) };
  const window: Record<string, unknown> = {
    document,
    Element: Nothing,
    Node: Nothing,
    NodeFilter: {},
    NamedNodeMap: Nothing,
    HTMLFormElement: Nothing,
    DOMParser: Nothing,
    addEventListener() {},
    console,
    structuredClone,
    setTimeout,
    clearTimeout,
    URL,
    TextEncoder,
  };
  for (const name of ["window", "self", "globalThis"]) window[name] = window;
  runInContext(readFileSync(file, "utf8"), createContext(window));
  const mermaid = window["mermaid"] as Mermaid;
  mermaid.initialize({ startOnLoad: false });
  return mermaid;
}

/** Mermaid keeps entity codes as placeholders until it draws (`utils.ts` `encodeEntities`, `decodeEntities`). */
function decode(text: string): string {
  return text
    .replaceAll(/ﬂ°°(\d+)¶ß/g, (_code, digits) => String.fromCodePoint(Number(digits)))
    .replaceAll("<br/>", "\n");
}
