import { methodOf } from "../../barrier/readiness/methods.ts";
import { printable } from "../../findings/printable.ts";
import { refKey } from "../../manifest/object-ref.ts";
import type { Renderer } from "../../render/rendered.ts";
import type { PlanInput } from "../plan-input.ts";
import { count, showSeconds, wrap } from "../text-layout.ts";
import type { TextOptions } from "./section.ts";

/**
 * How far the promise goes in this run: what an open barrier proves and what a closed one holds up. What is true of every
 * barrier stands in docs/barrier.md.
 */
export function limitsSection(input: PlanInput, { style, width }: TextOptions): readonly string[] {
  const hasBarriers = input.barriers.length > 0;
  const points = [
    ...(hasBarriers ? [...evidence(input), ...heldUp(input), baseline(input)] : []),
    ...(input.notes ?? []).map(printable),
    versions(input),
    ...(hasBarriers ? [ofEveryBarrier] : []),
  ];
  return [
    style.heading("What to know"),
    ...points.flatMap((point) => wrap(`· ${point}`, width, "  ", "    ")),
  ];
}

/** What grantwave reads itself has no version of its own. */
const rendererWords: { readonly [T in Renderer["tool"]]: (version: string) => string } = {
  helm: (version) => `Rendered by helm ${version}, planned`,
  kustomize: (version) => `Rendered by kustomize ${version}, planned`,
  directory: () => "Plain files, read and planned",
  stdin: () => "Standard input, read and planned",
};

function versions({ renderer, version }: PlanInput): string {
  return printable(`${rendererWords[renderer.tool](renderer.version)} by grantwave ${version}.`);
}

function evidence({ barriers }: PlanInput): readonly string[] {
  const signers = new Map(barriers.map(({ group }) => [group.signer.name, group.signer]));
  return [...signers.values()].map(({ name, readiness }) => {
    const method = methodOf(readiness);
    return `Evidence for ${name}: ${method.grade} (${method.name}). The barrier opens when ${method.evidence(readiness)}`;
  });
}

/** What stays undone as long as the first barrier does not open. */
function heldUp({ barriers, sync, undone = [] }: PlanInput): readonly string[] {
  const own = new Set(barriers.map(({ ref }) => refKey(ref)));
  const applied = sync.steps.filter(({ op }) => op === "apply");
  const firstStep = applied.find(({ ref }) => own.has(refKey(ref)))?.step;
  if (firstStep === undefined) return [];
  const later = [...applied.filter(({ step }) => step > firstStep), ...undone];
  const behind = later.filter(({ ref }) => !own.has(refKey(ref))).length;
  const longest = barriers.reduce((most, { timeoutSeconds }) => Math.max(most, timeoutSeconds), 0);
  return [
    `If a barrier does not open within ${showSeconds(longest)}, the sync fails, and what stands behind the first one stays as it is (${count(behind, "object")}).`,
  ];
}

/** Argo CD skips hooks when a sync names resources (argo-cd 3.6 `controller/sync.go`), and in the apply strategy. */
const ofEveryBarrier =
  "Which syncs pass a barrier by (selected resources, strategy apply, self-heal of several objects), and how to let one pass (mode off): docs/barrier.md";

function baseline({ baseline: known }: PlanInput): string {
  return known === undefined
    ? "Without --baseline every grant counts as new. The waves are the same either way."
    : `New is what ${printable(known)} does not have. The waves are the same either way.`;
}
