import type { Manifest } from "../../manifest/manifest.ts";
import { type ObjectRef, refKey } from "../../manifest/object-ref.ts";
import type { LockoutModel } from "../model.ts";
import type { ScenarioOutcome } from "../outcome.ts";
import { Reasons } from "../reasons.ts";
import type { LockoutCase } from "../rule.ts";
import { type Proof, prove } from "./prove.ts";
import { isNamed, type RecoveryStep } from "./recovery-step.ts";
import { unlockingSet } from "./unlocking-set.ts";
import { type ChosenWayOut, deletion, wayOut } from "./way-out.ts";

/** A way out of a lockout that works on the model. */
export interface Recovery {
  /** The scenarios that it gets out of. */
  readonly scenarios: readonly string[];
  readonly configs: readonly ObjectRef[];
  /** What opens the way, what waits until everything is back, what restores. */
  readonly steps: { readonly open: Steps; readonly wait: Steps; readonly restore: Steps };
  readonly because: readonly string[];
  readonly proofs: readonly Proof[];
}

type Steps = readonly RecoveryStep[];

export interface Recoveries {
  readonly recoveries: readonly Recovery[];
  /** Scenarios that end locked and for which nothing that was tried works. */
  readonly without: readonly ScenarioOutcome[];
}

/** What a person may have to stop first, so that the configuration does not come back at once. */
export interface Undoers {
  /** Applications of Argo CD that heal themselves. */
  readonly applications: readonly ObjectRef[];
}

/**
 * For everything that can be locked, the smallest way out. Each is carried out on the model, step by step, and only what
 * brings everything back there is given; where the way is not proven to be open, with all that the manifests leave open.
 */
export function planRecoveries({ model, possible, proven }: LockoutCase, undoers: Undoers): Recoveries {
  const groups = new Map<
    string,
    { readonly configs: readonly ObjectRef[]; readonly outcomes: ScenarioOutcome[] }
  >();
  const without: ScenarioOutcome[] = [];
  // Shared, so that what is asked of one scenario need not be asked again of the next.
  const reasons = new Reasons(model);
  for (const [index, outcome] of possible.entries()) {
    if (outcome.locked.length === 0) continue;
    const configs = unlockingSet(model, outcome.scenario, { certainty: "possible", reasons });
    if (configs.length === 0) {
      without.push(proven[index] ?? outcome);
      continue;
    }
    const key = configs.map(refKey).join("\n");
    const group = groups.get(key) ?? { configs, outcomes: [] };
    group.outcomes.push(outcome);
    groups.set(key, group);
  }
  const recoveries: Recovery[] = [];
  for (const { configs, outcomes } of groups.values()) {
    const recovery = planOne(model, configs, outcomes, undoers);
    if (recovery === undefined) for (const outcome of outcomes) without.push(outcome);
    else recoveries.push(recovery);
  }
  return { recoveries, without };
}

function planOne(
  model: LockoutModel,
  configs: readonly ObjectRef[],
  outcomes: readonly ScenarioOutcome[],
  undoers: Undoers,
): Recovery | undefined {
  const { manifests } = model.surroundings;
  const objects = configs.flatMap((config) => manifests.find((manifest) => isNamed(manifest, config)) ?? []);
  const gentle = objects.map((config) => wayOut(config, closedOf(model, config)));
  const wait = waitsFor(outcomes);
  for (const ways of [gentle, objects.map(deletion)]) {
    const steps = stepsOf(ways, wait, undoers);
    const scenarios = outcomes.map(({ scenario }) => scenario);
    const proofs = prove(manifests, scenarios, steps.open, steps.restore);
    if (!proofs.every((proof) => proof.isProven)) continue;
    return {
      scenarios: outcomes.map(({ scenario }) => scenario.name),
      configs,
      steps,
      because: ways.map(({ because }) => because),
      proofs,
    };
  }
  return undefined;
}

function stepsOf(ways: readonly ChosenWayOut[], wait: Steps, { applications }: Undoers): Recovery["steps"] {
  const open = ways.flatMap((way) => way.open);
  const pauses = applications.map(
    (application): RecoveryStep => ({ kind: "pause-application", application }),
  );
  // Pausing an Application is a write like any other, which the webhook may see: it comes second.
  const resumes = applications.map(
    (application): RecoveryStep => ({ kind: "resume-application", application }),
  );
  const restore = [...ways.flatMap((way) => way.restore), ...resumes];
  return { open: [...open, ...pauses], wait, restore };
}

/** The webhooks of a configuration that can be in the way. */
function closedOf({ webhooks }: LockoutModel, config: Manifest) {
  return webhooks.flatMap(({ webhook }) =>
    isNamed(config, webhook.config) && (webhook.failurePolicy === "Fail" || webhook.timeoutSeconds > 3)
      ? [webhook]
      : [],
  );
}

const rolling: ReadonlySet<string> = new Set(["DaemonSet", "Deployment", "StatefulSet"]);

/** Those that answer the webhooks, of what was locked: once they are ready, the configuration may come back. */
function waitsFor(outcomes: readonly ScenarioOutcome[]): Steps {
  const workloads = new Map<string, ObjectRef>();
  for (const { locked } of outcomes) {
    for (const { ref } of locked) {
      if (ref !== undefined && ref.group === "apps" && rolling.has(ref.kind)) workloads.set(refKey(ref), ref);
    }
  }
  return [...workloads.values()].map((workload) => ({ kind: "wait", workload }));
}
