import type { ServedKinds } from "../../src/argo/served-kinds.ts";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SimulateOptions } from "../../src/argo/simulated-sync.ts";
import type { SyncStep } from "../../src/argo/step-log.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";
import {
  groupOf,
  isOneOf,
  type OracleCase,
  type OracleQuestion,
  type OracleStep,
  toSyncObject,
} from "./objects.ts";

/** A sync as both sides tell it: what the engine leaves open is left out, and what has no order is sorted. */
export interface SyncAnswer {
  readonly order: readonly ComparableStep[];
  readonly outcome: string;
  readonly message: string;
}

interface ComparableStep {
  readonly step: number;
  /** Numbered anew. Deletions of hooks have none: those of one step happen at the same time. */
  readonly group: number | undefined;
  /** Undefined where the engine does not tell it: for deletions of hooks, and where something was refused. */
  readonly place: string | undefined;
  readonly op: string;
  readonly object: string;
  readonly refusal: string | undefined;
}

interface ToldStep extends Omit<ComparableStep, "group" | "place"> {
  readonly group: number;
  readonly kind: string;
  readonly place: string;
  readonly isPlaceKnown: boolean;
}

/** Both answers to a question, ready to be compared as whole values. */
export function bothAnswers(given: OracleCase): { readonly ours: SyncAnswer; readonly theirs: SyncAnswer } {
  const { steps, outcome, message } = simulateSync(
    given.manifests.map((object, index) => toSyncObject(object, index, given.destinationNamespace)),
    toOptions(given),
  );
  const theirs = settledOrder(given.order.map(fromEngine));
  const ours = settledOrder(steps.map(fromModel)).map((step, at) =>
    theirs[at]?.place === undefined ? { ...step, place: undefined } : step,
  );
  return {
    ours: { order: ours, outcome, message: settled(message) },
    theirs: { order: theirs, outcome: given.outcome, message: settled(given.message) },
  };
}

function toOptions(given: OracleQuestion): SimulateOptions {
  const refusal = {
    "dry-run": [given.refusesDryRun, () => "simulated refusal of the dry run"],
    apply: [given.refusesApply, (ref: ObjectRef) => `simulated refusal to apply ${ref.kind}`],
    prune: [given.refusesPrune, (ref: ObjectRef) => `simulated refusal to prune ${ref.kind}`],
  } as const;
  return {
    destinationNamespace: given.destinationNamespace,
    createNamespace: given.createNamespace ?? false,
    live: (given.live ?? []).map((object, index) => toSyncObject(object, index, given.destinationNamespace)),
    prune: given.prune ?? true,
    pruneLast: given.pruneLast ?? false,
    pruneConfirmed: given.pruneConfirmed ?? false,
    ...(given.defaultPrune === undefined ? {} : { defaultPrune: given.defaultPrune }),
    skipHooks: given.skipHooks ?? false,
    ...(given.selected === undefined ? {} : { selected: isOneOf(given.selected) }),
    ...(given.inSync === undefined ? {} : { inSync: isOneOf(given.inSync) }),
    skipDryRunOnMissingResource: given.skipDryRunOnMissingResource ?? false,
    neverHealthy: isOneOf(given.neverHealthy),
    degraded: isOneOf(given.degraded),
    neverDeleted: isOneOf(given.neverDeleted ?? []),
    vanishes: isOneOf(given.vanishes ?? []),
    refuses: (op, ref) => {
      const [names = [], words] = refusal[op];
      return isOneOf(names)(ref) ? words(ref) : undefined;
    },
    ...(given.served === undefined ? {} : { servedKinds: toServedKinds(given.served) }),
  };
}

function toServedKinds(served: readonly string[]): ServedKinds {
  const kinds = new Map<string, Set<string>>();
  for (const item of served) {
    const end = item.lastIndexOf("/");
    const apiVersion = item.slice(0, end);
    kinds.set(apiVersion, (kinds.get(apiVersion) ?? new Set()).add(item.slice(end + 1)));
  }
  return kinds;
}

function fromModel({ step, group, phase, wave, op, ref, refusal }: SyncStep): ToldStep {
  const place = `${phase} ${wave}`;
  const isPlaceKnown = op !== "hook-delete";
  return { step, group, place, isPlaceKnown, op, kind: ref.kind, object: nameOf(ref), refusal };
}

function fromEngine(told: OracleStep): ToldStep {
  const { step, group, phase, wave, op, exact, refusal, ...object } = told;
  const ref = { ...object, group: groupOf(object.apiVersion), name: withoutSuffixes(object.name) };
  const isPlaceKnown = op !== "hook-delete" && exact !== false;
  const place = `${phase} ${wave}`;
  return { step, group, place, isPlaceKnown, op, kind: ref.kind, object: nameOf(ref), refusal };
}

function nameOf({ group, kind, namespace, name }: ObjectRef): string {
  return `${kind}.${group}/${namespace}/${name}`;
}

/** Argo CD adds revision, phase and time to the names that it generates; the engine was told fixed ones. */
function withoutSuffixes(text: string): string {
  return text.replaceAll(/0123456-(presync|sync|postsync|syncfail)-0\b/g, "");
}

/** Reasons stand in any order. */
function settled(message: string): string {
  return withoutSuffixes(message).replaceAll(/(?<=reason: ).*/g, (reasons) =>
    reasons.split(",").sort().join(","),
  );
}

/** What happens at the same time by name. */
function settledOrder(order: readonly ToldStep[]): readonly ComparableStep[] {
  const result: ComparableStep[] = [];
  let groups = 0;
  for (const members of atTheSameTime(order)) {
    const group = members[0]?.op === "hook-delete" ? undefined : ++groups;
    members.sort((a, b) => (a.object < b.object ? -1 : 1));
    for (const { step, place, isPlaceKnown, op, object, refusal } of members) {
      result.push({ step, group, place: isPlaceKnown ? place : undefined, op, object, refusal });
    }
  }
  return result;
}

function atTheSameTime(order: readonly ToldStep[]): readonly ToldStep[][] {
  const runs: ToldStep[][] = [];
  for (const step of order) {
    const last = runs.at(-1)?.at(-1);
    last !== undefined && isTogether(last, step) ? runs.at(-1)?.push(step) : runs.push([step]);
  }
  return runs;
}

/** Where two waves come in one call, the engine does not tell where the first ends, unless their kinds differ. */
function isTogether(a: ToldStep, b: ToldStep): boolean {
  return (
    a.step === b.step &&
    a.op === b.op &&
    (a.op === "hook-delete" || a.group === b.group || (a.kind === b.kind && a.place !== b.place))
  );
}
