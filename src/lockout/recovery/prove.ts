import type { Manifest } from "../../manifest/manifest.ts";
import { buildModel } from "../model.ts";
import { outcomeOf, type ScenarioOutcome } from "../outcome.ts";
import { Reasons } from "../reasons.ts";
import type { Scenario } from "../scenario.ts";
import { applyStep } from "./apply-step.ts";
import type { RecoveryStep } from "./recovery-step.ts";

/** What became of a recovery on the model. */
export interface Proof {
  readonly scenario: string;
  readonly isProven: boolean;
  /** The components that came back, each with its round, in the order in which they did. */
  readonly rounds: readonly { readonly component: string; readonly round: number }[];
  /** Those that are down all the same; empty where a step could not be carried out. */
  readonly locked: readonly string[];
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Carries out a recovery on the manifests and looks what becomes of the scenarios, with all that is open turning out
 * badly; then restores, and looks whether everything stays up.
 */
export function prove(
  manifests: readonly Manifest[],
  scenarios: readonly Scenario[],
  open: readonly RecoveryStep[],
  restore: readonly RecoveryStep[],
): readonly Proof[] {
  const opened = carryOut(manifests, open, manifests);
  const restored = opened && carryOut(opened, restore, manifests);
  if (opened === undefined || restored === undefined) {
    return scenarios.map(({ name }) => ({ scenario: name, isProven: false, rounds: [], locked: [] }));
  }
  const [during, later] = [modelOf(opened), modelOf(restored)];
  return scenarios.map((scenario) => {
    const back = during(scenario);
    const after = later({ ...scenario, down: nothing });
    return {
      scenario: scenario.name,
      isProven: back.locked.length === 0 && after.locked.length === 0,
      rounds: back.alive
        .filter(({ round }) => round > 0)
        .map(({ component, round }) => ({ component: component.name, round }))
        .sort((a, b) => a.round - b.round),
      locked: [...back.locked, ...after.locked].map(({ name }) => name),
    };
  });
}

function carryOut(
  manifests: readonly Manifest[],
  steps: readonly RecoveryStep[],
  original: readonly Manifest[],
): readonly Manifest[] | undefined {
  return steps.reduce<readonly Manifest[] | undefined>(
    (now, step) => now && applyStep(now, step, original),
    manifests,
  );
}

/** How scenarios end on a model of its own. */
function modelOf(manifests: readonly Manifest[]): (scenario: Scenario) => ScenarioOutcome {
  const { value: model } = buildModel(manifests);
  const asked = { reasons: new Reasons(model), certainty: "possible", removed: nothing } as const;
  return (scenario) => outcomeOf(model, scenario, asked);
}
