import type { Component } from "./component.ts";
import { settle } from "./fixpoint.ts";
import { type Loop, shortestLoops } from "./loops.ts";
import type { LockoutModel } from "./model.ts";
import { type Certainty, Reasons, type Removed } from "./reasons.ts";
import { type Scenario, scenariosOf } from "./scenario.ts";

/** How a scenario ends. */
export interface ScenarioOutcome {
  readonly scenario: Scenario;
  readonly certainty: Certainty;
  /** Up at the end, with the round in which they came back; 0 where they were up all along. */
  readonly alive: readonly { readonly component: Component; readonly round: number }[];
  /** Those that nothing brings back but a person. */
  readonly locked: readonly Component[];
  /** One of the shortest for each set of components that wait for each other. */
  readonly loops: readonly Loop[];
}

const nothingRemoved: Removed = new Set();

/**
 * What becomes of a model in each scenario.
 *
 * @param removed webhook configurations that are gone: how a recovery is tried.
 */
export function scenarioOutcomes(
  model: LockoutModel,
  certainty: Certainty,
  removed: Removed = nothingRemoved,
): readonly ScenarioOutcome[] {
  const reasons = new Reasons(model);
  return scenariosOf(model).map((scenario) => outcomeOf(model, scenario, { reasons, certainty, removed }));
}

/** What becomes of a model in one scenario. */
export function outcomeOf(
  model: LockoutModel,
  scenario: Scenario,
  { reasons, certainty, removed }: { reasons: Reasons; certainty: Certainty; removed: Removed },
): ScenarioOutcome {
  const { components } = model;
  const { dependencies, required } = reasons.numbered({ certainty, phases: scenario.phases, removed });
  const isUp = ({ id, isAssumed }: Component): boolean =>
    !scenario.down.has(id) || (isAssumed && certainty === "proven");
  const up = components.flatMap((component, number) => (isUp(component) ? [number] : []));
  const { roundOf } = settle(dependencies, new Set(up));
  const lockedNumbers = components.flatMap((_, number) => (roundOf[number] === undefined ? [number] : []));
  return {
    scenario,
    certainty,
    alive: components.flatMap((component, number) => {
      const round = roundOf[number];
      return round === undefined ? [] : [{ component, round }];
    }),
    locked: lockedNumbers.flatMap((number) => components[number] ?? []),
    loops: shortestLoops(components, lockedNumbers, (number) => required[number] ?? []),
  };
}
