import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable } from "../../src/findings/printable.ts";
import { formatRef, type ObjectRef } from "../../src/manifest/object-ref.ts";
import type { PlanInput } from "../../src/report/plan-input.ts";
import { planMermaid } from "../../src/report/plan-mermaid.ts";
import { runs } from "../runs.ts";
import { type Flowchart, parseFlowchart } from "./mermaid-parser.ts";
import { large, manyWaves, type ObjectSample, planInputOf, refs, webAndSigner } from "./samples.ts";

const incident = planInputOf(webAndSigner);

function draw(input: PlanInput): Promise<Flowchart> {
  return parseFlowchart(planMermaid(input));
}

function textsOf({ nodes }: Flowchart): readonly string[] {
  return [...nodes.values()].map(({ text }) => text);
}

/** The arrows between what is shown, by the last line of its text. */
function arrowsOf({ arrows, nodes, subgraphs }: Flowchart): readonly string[] {
  const nameOf = (id: string) =>
    subgraphs.get(id)?.title ?? nodes.get(id)?.text.split("\n")[1] ?? nodes.get(id)?.text;
  return arrows.map(({ from, to, text, stroke }) =>
    [nameOf(from), `${stroke}:`, text, "to", nameOf(to)].join(" "),
  );
}

describe("the plan as a Mermaid flowchart", () => {
  it("reads like this for the incident", async () => {
    await expect(planMermaid(incident)).toMatchFileSnapshot("./expected/web-and-signer.mermaid");
  });

  it("has a subgraph for each phase and in it for each step, in their order", async () => {
    const { subgraphs } = await draw(planInputOf(manyWaves));
    const titleOf = (id: string) => subgraphs.get(id)?.title;
    const phases = [...subgraphs.values()].filter(({ title }) => title.startsWith("phase "));
    expect(phases.map(({ title, members }) => [title, members.map(titleOf)])).toEqual([
      ["phase PreSync", ["step 1, wave 0"]],
      [
        "phase Sync",
        ["step 2, wave -1000", "step 3, wave 0", "step 4, wave 1", "steps 5 to 19, waves 2 to 20"],
      ],
      ["phase PostSync", ["step 20, wave -1", "step 21, wave 0"]],
    ]);
  });

  it("shows barriers as gates, and what waits for what", async () => {
    const chart = await draw(incident);
    const barrier = incident.barriers[0]?.ref.name ?? "";
    const shown = [...chart.nodes.values()].filter(({ style }) => style !== "other");
    expect(shown).toEqual([
      { shape: "stadium", style: "policy", text: "policy\nConfigMap/cert-signer/pod-cert-signer" },
      {
        shape: "hexagon",
        style: "barrier",
        text: `barrier\n${barrier}\nopens when example.com/workload has loaded the grants\nor fails after 5m`,
      },
      { shape: "square", style: "dependent", text: "Deployment/web/web" },
    ]);
    expect(arrowsOf(chart)).toEqual([
      "step 1, wave 0 normal:  to step 2, wave -1000",
      "step 2, wave -1000 normal: at once, applied is not loaded to step 3, wave -1",
      "step 3, wave -1 thick: only when the grants are loaded to step 4, wave 0",
      `ConfigMap/cert-signer/pod-cert-signer dotted: grants to ${barrier}`,
      `${barrier} dotted: lets through to Deployment/web/web`,
    ]);
  });

  it("shows where a sync stops, and what that leaves undone", async () => {
    const stuck = planInputOf(webAndSigner, {}, (barriers) => ({
      degraded: barriers.map(({ ref }) => ref),
    }));
    const chart = await draw(stuck);
    expect(chart.nodes.get("stop")).toEqual({
      shape: "hexagon",
      style: "stop",
      text: "the sync ends Failed\none or more synchronization tasks completed unsuccessfully\nleft as it was: 2 Deployment, 2 ServiceAccount, 1 Service",
    });
    expect(chart.arrows.filter(({ to }) => to === "stop")).toEqual([
      { from: "step3", to: "stop", text: "", stroke: "thick" },
    ]);
    expect(textsOf(chart)).not.toContain("Deployment/web/web");
  });

  it("stays small enough for Mermaid to draw, however large the application is", async () => {
    const manySteps: readonly ObjectSample[] = Array.from({ length: 90 }, (_, wave) => [
      { ref: refs.deployment("web", `asks-${wave}-${"x".repeat(40)}`), wave: wave * 2, asks: {} },
      ...Array.from({ length: 4 }, (_, index) => ({
        ref: refs.core("ConfigMap", "web", `settings-${wave}-${index}-${"x".repeat(40)}`),
        wave: wave * 2,
        phase: (["PreSync", "Sync", "PostSync"] as const)[wave % 3],
      })),
    ]).flat() as readonly ObjectSample[];
    for (const input of [planInputOf(large), planInputOf([{ ref: refs.policy }, ...manySteps])]) {
      const text = planMermaid(input);
      expect(text.length).toBeLessThan(50_000);
      const { arrows, nodes } = await parseFlowchart(text);
      expect(arrows.length).toBeLessThan(500);
      expect(nodes.size).toBeLessThan(250);
    }
  });

  it("draws an application without anything to wait for, and an empty one", async () => {
    const { nodes } = await draw(planInputOf([{ ref: refs.core("ConfigMap", "web", "settings") }]));
    expect([...nodes.values()].map(({ text }) => text)).toEqual(["ConfigMap/web/settings"]);
    expect((await draw(planInputOf([]))).nodes.size).toBe(0);
  });
});

describe("hostile names in a flowchart", () => {
  const attacks = [
    'a"]:::stop --> b["',
    "a`b`",
    "a#quot;b",
    "%%{init: {'theme': 'x'}}%%",
    "end",
    'a\nend\nclick step1 href "javascript:alert(1)"',
    "<script>alert(1)</script>",
    "style x:#35;",
    "classDef policy:#35; fill",
    "&lt;b&gt;",
    "- a",
    "1. a",
    "ﬂ°°60¶ß",
    "a\u202eb\u0000",
    "---",
    "{{x}}|y|",
  ];

  const hostile = fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: "binary", minLength: 1 }));

  it("are shown as they are, and change nothing else", async () => {
    const plain = await draw(sampleOf("web", "web", "example.com/workload"));
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (namespace, name, signerName) => {
        const input = sampleOf(namespace, name, signerName);
        const chart = await draw(input);
        expect([...chart.nodes.keys()]).toEqual([...plain.nodes.keys()]);
        expect(chart.arrows.map(({ from, to }) => [from, to])).toEqual(
          plain.arrows.map(({ from, to }) => [from, to]),
        );
        expect([...chart.subgraphs.keys()]).toEqual([...plain.subgraphs.keys()]);
        expect([...chart.nodes.values()].map(({ style }) => style)).toEqual(
          [...plain.nodes.values()].map(({ style }) => style),
        );
        const texts = textsOf(chart);
        expect(texts).toContain(printable(formatRef(refs.deployment(namespace, name))));
        expect(texts.join("\n")).toContain(`opens when ${printable(signerName)} has loaded the grants`);
      }),
      {
        ...runs<[string, string, string]>(60),
        examples: attacks.map((attack): [string, string, string] => [attack, attack, attack]),
      },
    );
  });

  function sampleOf(namespace: string, name: string, signerName: string): PlanInput {
    const dependent: ObjectRef = refs.deployment(namespace, name);
    return planInputOf([{ ref: refs.policy }, { ref: dependent, asks: { signerName } }]);
  }
});
