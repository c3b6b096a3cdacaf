import type { Barrier } from "../../barrier/barrier.ts";
import { type ObjectRef, refKey } from "../../manifest/object-ref.ts";
import type { PictureStep } from "../picture-steps.ts";
import { summariseKinds } from "../ref-summary.ts";
import { showRef, showSeconds } from "../text-layout.ts";
import { label } from "./mermaid-text.ts";

/** One step as a subgraph. Ids count and hold nothing of the input. */
export interface StepChart {
  readonly id: string;
  readonly lines: readonly string[];
  /** The ids of what is shown by name: what arrows can lead to. */
  readonly ids: ReadonlyMap<string, string>;
}

const shownDependents = 6;
const shownOthers = 4;

/** The subgraph of a step: policies, barriers and dependents by name, the rest by name where it is short. */
export function stepChart(step: PictureStep, number: number): StepChart {
  const id = `step${number}`;
  const ids = new Map<string, string>();
  const lines: string[] = [];
  const add = (
    ref: ObjectRef,
    shape: (text: string) => string,
    kind: string,
    ...texts: readonly string[]
  ) => {
    const own = `${id}n${ids.size + 1}`;
    ids.set(refKey(ref), own);
    lines.push(`${own}${shape(label(...texts))}:::${kind}`);
  };
  for (const ref of step.policies) add(ref, shapes.policy, "policy", "policy", showRef(ref));
  for (const barrier of step.barriers) add(barrier.ref, shapes.barrier, "barrier", ...barrierTexts(barrier));
  for (const ref of step.dependents.slice(0, shownDependents)) {
    add(ref, shapes.object, "dependent", showRef(ref));
  }
  const hidden = step.dependents.slice(shownDependents);
  if (hidden.length > 0) {
    lines.push(`${id}more${shapes.many(label(`and ${summariseKinds(hidden)}`))}:::dependent`);
  }
  if (step.others.length <= shownOthers) {
    for (const ref of step.others) add(ref, shapes.object, "other", showRef(ref));
  } else {
    lines.push(`${id}rest${shapes.many(label(summariseKinds(step.others)))}:::other`);
  }
  return {
    id,
    lines: [`subgraph ${id}[${label(titleOf(step))}]`, ...lines.map((line) => `  ${line}`), "end"],
    ids,
  };
}

/** The shapes of Mermaid: a gate is a hexagon, several objects in one a subroutine. */
const shapes = {
  policy: (text: string) => `([${text}])`,
  barrier: (text: string) => `{{${text}}}`,
  object: (text: string) => `[${text}]`,
  many: (text: string) => `[[${text}]]`,
} as const;

function barrierTexts({ group, ref, timeoutSeconds }: Barrier): readonly string[] {
  return [
    "barrier",
    ref.name,
    `opens when ${group.signerName} has loaded the grants`,
    `or fails after ${showSeconds(timeoutSeconds)}`,
  ];
}

function titleOf({ first, last }: PictureStep): string {
  const steps = first.step === last.step ? `step ${first.step}` : `steps ${first.step} to ${last.step}`;
  const waves = first.wave === last.wave ? `wave ${first.wave}` : `waves ${first.wave} to ${last.wave}`;
  return `${steps}, ${waves}`;
}
