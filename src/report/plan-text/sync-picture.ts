import type { SyncStep } from "../../argo/step-log.ts";
import type { Barrier } from "../../barrier/barrier.ts";
import { printable } from "../../findings/printable.ts";
import { type ObjectRef, refKey } from "../../manifest/object-ref.ts";
import type { PlanInput } from "../plan-input.ts";
import type { TextOptions } from "../plan-text.ts";
import { count, enumerate, showRef, showSeconds, wrap } from "../text-layout.ts";

type Role = "policy" | "barrier" | "dependent";

/** One call of Argo CD's sync loop, with what matters in it and the number of the rest. */
interface PictureStep {
  readonly step: number;
  readonly wave: number;
  readonly phase: string;
  readonly policies: readonly ObjectRef[];
  readonly barriers: readonly Barrier[];
  readonly dependents: readonly ObjectRef[];
  readonly others: readonly ObjectRef[];
}

const shownDependents = 4;
const shownSteps = 12;

/** The sync as a picture: its steps from top to bottom, what each applies, and what lets the next one begin. */
export function syncPicture(input: PlanInput, options: TextOptions): readonly string[] {
  const { style, width } = options;
  if (input.barriers.length === 0) return [];
  const steps = pictureSteps(input);
  const roles = enumerate(["the policy", "the barrier", "the pods"]);
  const lines = [
    `${style.heading("This sync: ")}${style.good(`first ${roles.replaceAll(/, | and /g, ", then ")}`)}`,
  ];
  const runs = foldSteps(steps);
  for (const [at, run] of runs.slice(0, shownSteps).entries()) {
    lines.push(...drawRun(run, options));
    if (at < runs.length - 1) lines.push(...drawGate(run, input, options));
  }
  const left = runs.slice(shownSteps).flat();
  if (left.length > 0) {
    const objects = left.reduce((sum, { dependents, others }) => sum + dependents.length + others.length, 0);
    lines.push(
      ...wrap(
        `${count(left.length, "more step")} with ${count(objects, "object")} (all of them with -o json)`,
        width,
        "  ",
      ),
    );
  }
  if (input.sync.outcome !== "Succeeded") {
    const words = `The sync ends as ${input.sync.outcome}: ${printable(input.sync.message)}`;
    lines.push(...wrap(words, width, "  ").map(style.bad));
  }
  return lines;
}

function pictureSteps(input: PlanInput): readonly PictureStep[] {
  const barriers = new Map(input.barriers.map((barrier) => [refKey(barrier.ref), barrier]));
  const roles = new Map<string, Role>();
  for (const { group } of input.barriers) {
    for (const { dependent } of group.requesters) roles.set(refKey(dependent.ref), "dependent");
  }
  for (const { group } of input.barriers) {
    if (group.policyManifest !== undefined) roles.set(refKey(group.policyManifest.ref), "policy");
  }
  const steps = new Map<number, SyncStep[]>();
  for (const write of input.sync.steps) {
    if (write.op !== "apply") continue;
    const known = steps.get(write.step);
    if (known === undefined) steps.set(write.step, [write]);
    else known.push(write);
  }
  return [...steps.entries()].map(([step, writes]) => {
    const own = (role: Role | undefined) =>
      writes.filter(({ ref }) => !barriers.has(refKey(ref)) && roles.get(refKey(ref)) === role);
    return {
      step,
      wave: writes[0]?.wave ?? 0,
      phase: writes[0]?.phase ?? "Sync",
      policies: own("policy").map(({ ref }) => ref),
      barriers: writes.map(({ ref }) => barriers.get(refKey(ref))).filter((barrier) => barrier !== undefined),
      dependents: own("dependent").map(({ ref }) => ref),
      others: own(undefined).map(({ ref }) => ref),
    };
  });
}

/** Neighbouring steps without policy, barrier and dependents are one: their number says enough. */
function foldSteps(steps: readonly PictureStep[]): readonly (readonly PictureStep[])[] {
  const runs: PictureStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && isPlain(run[0]) && isPlain(step) && run[0].phase === step.phase)
      run.push(step);
    else runs.push([step]);
  }
  return runs;
}

function isPlain({ policies, barriers, dependents }: PictureStep): boolean {
  return policies.length + barriers.length + dependents.length === 0;
}

function drawRun(run: readonly PictureStep[], { style, width }: TextOptions): readonly string[] {
  const first = run[0] as PictureStep;
  const last = run.at(-1) as PictureStep;
  const lines = [`  ${style.heading(titleOf(first, last))}`];
  for (const ref of first.policies) {
    lines.push(...entry("policy", showRef(ref), width).map(style.good));
  }
  for (const barrier of first.barriers) {
    lines.push(...entry("barrier", printable(barrier.ref.name), width).map(style.good));
    lines.push(...wrap(promiseOf(barrier), width, "    │          "));
  }
  for (const ref of first.dependents.slice(0, shownDependents)) {
    lines.push(...entry("dependent", showRef(ref), width));
  }
  const more = first.dependents.length - shownDependents;
  if (more > 0)
    lines.push(
      `    │          and ${more} more that asks for certificates`.replace(
        "asks",
        more === 1 ? "asks" : "ask",
      ),
    );
  const others = run.flatMap((step) => step.others);
  if (others.length > 0) {
    lines.push(...entry(isPlain(first) ? "" : "beside", summaryOf(others), width).map(style.quiet));
  }
  return lines;
}

function titleOf(first: PictureStep, last: PictureStep): string {
  const phase = first.phase === "Sync" ? "" : ` · ${first.phase}`;
  if (first.step === last.step) return `step ${first.step}${phase} · wave ${first.wave}`;
  return `steps ${first.step}–${last.step}${phase} · waves ${first.wave} to ${last.wave}`;
}

function entry(role: string, text: string, width: number): readonly string[] {
  return wrap(text, width, `    │ ${role.padEnd(9)}`.padEnd(15), "    │          ");
}

/** A few objects by name, many by kind. */
function summaryOf(refs: readonly ObjectRef[]): string {
  if (refs.length <= 2) return enumerate(refs.map(showRef));
  const kinds = new Map<string, number>();
  for (const { kind } of refs) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const sorted = [...kinds].sort(([a, sizeA], [b, sizeB]) => sizeB - sizeA || (a < b ? -1 : 1));
  const named = sorted.slice(0, 4).map(([kind, size]) => `${size} ${printable(kind)}`);
  const rest = sorted.slice(4).reduce((sum, [, size]) => sum + size, 0);
  return `${count(refs.length, "object")}: ${[...named, ...(rest > 0 ? [`${rest} others`] : [])].join(", ")}`;
}

function promiseOf({ group, timeoutSeconds }: Barrier): string {
  const accounts = new Set(group.requesters.map((one) => `${one.namespace}/${one.serviceAccountName}`));
  return `waits until ${printable(group.signerName)} has loaded the grants of ${count(accounts.size, "service account")}, at most ${showSeconds(timeoutSeconds)}`;
}

/** What has to be true before Argo CD begins the next step. */
function drawGate(
  run: readonly PictureStep[],
  input: PlanInput,
  { style, width }: TextOptions,
): readonly string[] {
  const last = run.at(-1) as PictureStep;
  const barriers = new Set(last.barriers.map(({ ref }) => refKey(ref)));
  const waited = input.waits.find(({ step }) => step === last.step)?.for ?? [];
  const healthy = waited.filter((ref) => !barriers.has(refKey(ref)));
  const conditions = [
    ...(barriers.size > 0 ? ["the grants are loaded"] : []),
    ...(healthy.length === 1 ? healthy.map((ref) => `${showRef(ref)} is healthy`) : []),
    ...(healthy.length > 1 ? [`${count(healthy.length, "object")} are healthy`] : []),
  ];
  if (conditions.length === 0) return [style.quiet("    ▼ at once")];
  return wrap(`only when ${enumerate(conditions)}`, width, "    ▼ ", "      ").map(
    barriers.size > 0 ? style.good : style.quiet,
  );
}
