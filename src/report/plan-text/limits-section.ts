import { readinessMethods } from "../../barrier/readiness/methods.ts";
import { printable } from "../../findings/printable.ts";
import { refKey } from "../../manifest/object-ref.ts";
import type { PlanInput } from "../plan-input.ts";
import type { TextOptions } from "../plan-text.ts";
import { count, showSeconds, wrap } from "../text-layout.ts";

/** How far the promise goes: what an open barrier proves, what a closed one holds up, and which syncs pass it by. */
export function limitsSection(input: PlanInput, { style, width }: TextOptions): readonly string[] {
  const notes = (input.notes ?? []).map(printable);
  if (input.barriers.length === 0 && notes.length === 0) return [];
  const points =
    input.barriers.length === 0
      ? notes
      : [...evidence(input), ...heldUp(input), ...passedBy, baseline(input), ...notes];
  return [
    style.heading("What to know"),
    ...points.flatMap((point) => wrap(`· ${point}`, width, "  ", "    ")),
  ];
}

function evidence({ barriers }: PlanInput): readonly string[] {
  const signers = new Map(barriers.map(({ group }) => [group.signer.name, group.signer]));
  return [...signers.values()].map(({ name, readiness }) => {
    const method = readinessMethods[readiness.method];
    return `Evidence for ${name}: ${method.grade} (${method.name}). The barrier opens when ${method.evidence(readiness)}`;
  });
}

/** What stays undone as long as the first barrier does not open. */
function heldUp({ barriers, sync }: PlanInput): readonly string[] {
  const own = new Set(barriers.map(({ ref }) => refKey(ref)));
  const applied = sync.steps.filter(({ op }) => op === "apply");
  const firstStep = applied.find(({ ref }) => own.has(refKey(ref)))?.step;
  if (firstStep === undefined) return [];
  const behind = applied.filter(({ step, ref }) => step > firstStep && !own.has(refKey(ref))).length;
  const longest = barriers.reduce((most, { timeoutSeconds }) => Math.max(most, timeoutSeconds), 0);
  return [
    `If a barrier does not open within ${showSeconds(longest)}, the sync fails; the ${count(behind, "object")} behind the first one stay as they are.`,
  ];
}

/** Argo CD skips hooks when a sync names resources (argo-cd 3.6 `controller/sync.go`), and in the apply strategy. */
const passedBy = [
  "Three kinds of sync run no hooks and so pass the barrier by: a sync of selected resources, syncStrategy: apply, and self-heal of several drifted objects at once.",
] as const;

function baseline({ baseline: known }: PlanInput): string {
  return known === undefined
    ? "No baseline was given, so every grant counts as new. One that the signer has loaded already costs the barrier no time."
    : `New is what ${printable(known)} does not have.`;
}
