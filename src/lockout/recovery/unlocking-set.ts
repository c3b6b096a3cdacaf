import { compareRefs, type ObjectRef, refKey } from "../../manifest/object-ref.ts";
import type { LockoutModel } from "../model.ts";
import { outcomeOf } from "../outcome.ts";
import { type Certainty, Reasons } from "../reasons.ts";
import type { Scenario } from "../scenario.ts";

/**
 * The webhook configurations of which to be rid, so that a scenario ends with everything up that any of them keeps down:
 * one where one will do, else few, chosen one by one by how much they free, without those that turn out not to be needed.
 * Empty where no webhook is in the way.
 */
export function unlockingSet(
  model: LockoutModel,
  scenario: Scenario,
  certainty: Certainty,
): readonly ObjectRef[] {
  const reasons = new Reasons(model);
  const lockedWithout = (configs: readonly ObjectRef[]): ReadonlySet<string> => {
    const removed = new Set(configs.map(refKey));
    return new Set(outcomeOf(model, scenario, { reasons, certainty, removed }).locked.map(({ id }) => id));
  };
  const all = configsOf(model);
  const least = lockedWithout(all).size;
  if (lockedWithout([]).size === least) return [];
  const single = all.find((config) => lockedWithout([config]).size === least);
  if (single !== undefined) return [single];
  let chosen: readonly ObjectRef[] = [];
  while (lockedWithout(chosen).size > least) {
    const [best] = all
      .filter((config) => !chosen.includes(config))
      .map((config) => ({ config, left: lockedWithout([...chosen, config]).size }))
      .sort((a, b) => a.left - b.left);
    if (best === undefined) break;
    chosen = [...chosen, best.config];
  }
  return chosen.reduce((needed, config) => {
    const without = needed.filter((other) => other !== config);
    return lockedWithout(without).size === least ? without : needed;
  }, chosen);
}

function configsOf({ webhooks }: LockoutModel): readonly ObjectRef[] {
  const configs = new Map(webhooks.map(({ webhook }) => [refKey(webhook.config), webhook.config]));
  return [...configs.values()].sort(compareRefs);
}
