import { appendAll } from "../append-all.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { type PictureStep, pictureSteps } from "./picture-steps.ts";
import type { PlanInput } from "./plan-input.ts";
import { label } from "./plan-mermaid/mermaid-text.ts";
import { type StepChart, stepChart } from "./plan-mermaid/step-chart.ts";
import { stopWords } from "./plan-text/outcome-section.ts";
import { summariseKinds } from "./ref-summary.ts";
import { gateAfter } from "./step-gate.ts";
import { enumerate } from "./text-layout.ts";

/** Mermaid draws 500 arrows and 50,000 characters, not more (mermaid 11 `config.schema.yaml` `maxEdges`, `maxTextSize`). */
const shownSteps = 24;

/**
 * The order of a sync as a flowchart for Mermaid: a subgraph for each phase and in it one for each step, barriers as
 * gates, thick arrows for what the next step waits for, dotted ones for grants and for what a barrier lets through.
 * Neighbouring steps that nothing distinguishes are one, and what is too much to draw is counted.
 */
export function planMermaid(input: PlanInput): string {
  const steps = pictureSteps(input);
  const shown = steps.slice(0, shownSteps);
  const charts = shown.map((step, at) => stepChart(step, at + 1));
  return [
    "flowchart TB",
    ...indent(phaseCharts(shown, charts)),
    ...indent(arrowsBetween(shown, charts, input)),
    ...indent(arrowsOfGrants(charts, input)),
    ...indent(ending(steps, charts, input)),
    ...indent(styles),
    "",
  ].join("\n");
}

/** Readable on a light page and on a dark one. */
const styles: readonly string[] = [
  "classDef policy fill:#e6f4ea,stroke:#137333,color:#202124",
  "classDef barrier fill:#fef7e0,stroke:#b06000,color:#202124,stroke-width:3px",
  "classDef dependent fill:#e8f0fe,stroke:#1a56b0,color:#202124",
  "classDef other fill:#f1f3f4,stroke:#80868b,color:#202124",
  "classDef stop fill:#fce8e6,stroke:#c5221f,color:#202124",
];

function phaseCharts(steps: readonly PictureStep[], charts: readonly StepChart[]): readonly string[] {
  const lines: string[] = [];
  for (const [at, chart] of charts.entries()) {
    const phase = steps[at]?.phase;
    if (phase !== steps[at - 1]?.phase) lines.push(`subgraph phase${at + 1}[${label(`phase ${phase}`)}]`);
    appendAll(lines, indent(chart.lines));
    if (phase !== steps[at + 1]?.phase) lines.push("end");
  }
  return lines;
}

function arrowsBetween(
  steps: readonly PictureStep[],
  charts: readonly StepChart[],
  input: PlanInput,
): readonly string[] {
  return steps.slice(0, -1).map((step, at) => {
    const { conditions, isOnlyApplied } = gateAfter(step, input);
    const [from, to] = [charts[at]?.id, charts[at + 1]?.id];
    if (conditions.length > 0) return `${from} ==>|${label(`only when ${enumerate(conditions)}`)}| ${to}`;
    return isOnlyApplied
      ? `${from} -->|${label("at once, applied is not loaded")}| ${to}`
      : `${from} --> ${to}`;
  });
}

/** From a policy to its barrier, and from a barrier to each of its dependents, where both are shown by name. */
function arrowsOfGrants(charts: readonly StepChart[], { barriers }: PlanInput): readonly string[] {
  const ids = new Map(charts.flatMap((chart) => [...chart.ids]));
  const arrows: string[] = [];
  const add = (from: ObjectRef, to: ObjectRef, words: string) => {
    const [start, end] = [ids.get(refKey(from)), ids.get(refKey(to))];
    if (start !== undefined && end !== undefined) arrows.push(`${start} -.->|${label(words)}| ${end}`);
  };
  for (const { group, ref } of barriers) {
    if (group.policyManifest !== undefined) add(group.policyManifest.ref, ref, "grants");
    for (const dependent of new Set(group.requesters.map((requester) => requester.dependent))) {
      add(ref, dependent.ref, "lets through");
    }
  }
  return arrows;
}

/** What comes after the last step that is drawn, and where the sync stops if it does not come to its end. */
function ending(
  steps: readonly PictureStep[],
  charts: readonly StepChart[],
  { sync, undone = [] }: PlanInput,
): readonly string[] {
  const last = charts.at(-1)?.id;
  const left = steps.slice(charts.length);
  const lines: string[] = [];
  if (left.length > 0) {
    const refs = left.flatMap((step) => [...step.policies, ...step.dependents, ...step.others]);
    const barriers = left.reduce((sum, step) => sum + step.barriers.length, 0);
    const words = `steps ${left[0]?.first.step} to ${left.at(-1)?.last.step}`;
    const more = barriers === 0 ? [] : [`barriers: ${barriers}`];
    lines.push(`later[[${label(words, summariseKinds(refs), ...more)}]]:::other`, `${last} --> later`);
  }
  if (sync.outcome === "Succeeded") return lines;
  const words = [stopWords[sync.outcome], sync.message];
  const undoneWords =
    undone.length === 0 ? [] : [`left as it was: ${summariseKinds(undone.map(({ ref }) => ref))}`];
  lines.push(`stop{{${label(...words, ...undoneWords)}}}:::stop`);
  if (last !== undefined) lines.push(`${left.length > 0 ? "later" : last} ==> stop`);
  return lines;
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
