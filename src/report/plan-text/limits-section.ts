import { methodOf } from "../../barrier/readiness/methods.ts";
import { printable } from "../../findings/printable.ts";
import { refKey } from "../../manifest/object-ref.ts";
import type { Renderer } from "../../render/rendered.ts";
import type { PlanInput } from "../plan-input.ts";
import { count, showSeconds, wrap } from "../text-layout.ts";
import type { TextOptions } from "./section.ts";

/** How far the promise goes: what an open barrier proves, what a closed one holds up, and which syncs pass it by. */
export function limitsSection(input: PlanInput, { style, width }: TextOptions): readonly string[] {
  const points = [
    ...(input.barriers.length === 0 ? [] : aboutBarriers(input)),
    ...(input.notes ?? []).map(printable),
    versions(input),
  ];
  return [
    style.heading("What to know"),
    ...points.flatMap((point) => wrap(`· ${point}`, width, "  ", "    ")),
  ];
}

function aboutBarriers(input: PlanInput): readonly string[] {
  return [...evidence(input), ...heldUp(input), ...passedBy, baseline(input)];
}

const rendererWords: { readonly [T in Renderer["tool"]]: string } = {
  helm: "helm",
  kustomize: "kustomize",
  directory: "plain files, read by grantwave",
  stdin: "standard input, read by grantwave",
};

function versions({ renderer, version }: PlanInput): string {
  return printable(
    `Rendered by ${rendererWords[renderer.tool]} ${renderer.version}, planned by grantwave ${version}.`,
  );
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
    'If it has to pass all the same: set the plugin parameter mode (or the annotation grantwave.dev/mode) to "off" and ask for a hard refresh, since renders are cached.',
  ];
}

/** Argo CD skips hooks when a sync names resources (argo-cd 3.6 `controller/sync.go`), and in the apply strategy. */
const passedBy = [
  "Three kinds of sync run no hooks and so pass the barrier by: a sync of selected resources, syncStrategy: apply, and self-heal of several drifted objects at once.",
] as const;

function baseline({ baseline: known }: PlanInput): string {
  return known === undefined
    ? "No baseline was given, so every grant counts as new. The waves are the same either way."
    : `New is what ${printable(known)} does not have. The waves are the same either way.`;
}
