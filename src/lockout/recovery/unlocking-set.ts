import { compareRefs, type ObjectRef, refKey } from "../../manifest/object-ref.ts";
import type { LockoutModel } from "../model.ts";
import { outcomeOf, type ScenarioOutcome } from "../outcome.ts";
import type { Certainty, Reasons } from "../reasons.ts";
import type { Scenario } from "../scenario.ts";

/**
 * The webhook configurations of which to be rid, so that a scenario ends with everything up that any of them keeps down:
 * one where one of those in its loops will do, else all that stand in loops until there is none, without those that turn
 * out not to be needed. Empty where no webhook is in the way. In the order of their references.
 */
export function unlockingSet(
  model: LockoutModel,
  scenario: Scenario,
  { certainty, reasons }: { readonly certainty: Certainty; readonly reasons: Reasons },
): readonly ObjectRef[] {
  const without = (configs: readonly ObjectRef[]): ScenarioOutcome =>
    outcomeOf(model, scenario, { reasons, certainty, removed: new Set(configs.map(refKey)) });
  const all = configsOf(model);
  const least = without(all).locked.length;
  const isEnough = (configs: readonly ObjectRef[]): boolean => without(configs).locked.length === least;
  const before = without([]);
  if (before.locked.length === least) return [];
  const single = inLoops(before).find((config) => isEnough([config]));
  if (single !== undefined) return [single];
  let chosen: readonly ObjectRef[] = [];
  for (let outcome = before; outcome.locked.length > least; outcome = without(chosen)) {
    const found = inLoops(outcome);
    // Loops are not told one by one where there are very many.
    chosen = found.length === 0 ? all : [...chosen, ...found];
  }
  return chosen
    .reduce((needed, config) => {
      const others = needed.filter((other) => other !== config);
      return isEnough(others) ? others : needed;
    }, chosen)
    .slice()
    .sort(compareRefs);
}

/** The configurations whose webhooks close the loops of an outcome. */
function inLoops({ loops }: ScenarioOutcome): readonly ObjectRef[] {
  const configs = new Map<string, ObjectRef>();
  for (const { reason } of loops.flat()) {
    if (reason.kind !== "webhook") continue;
    const { config } = reason.asked.webhook;
    configs.set(refKey(config), config);
  }
  return [...configs.values()].sort(compareRefs);
}

function configsOf({ webhooks }: LockoutModel): readonly ObjectRef[] {
  const configs = new Map(webhooks.map(({ webhook }) => [refKey(webhook.config), webhook.config]));
  return [...configs.values()].sort(compareRefs);
}
