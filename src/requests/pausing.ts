import { type Finding, finding } from "../findings/finding.ts";
import { isObject, type Manifest, valueAt } from "../manifest/manifest.ts";

/** Where an object says that it stops until a person lets it go on; undefined where it does not. */
type PauseRule = (manifest: Manifest) => string | undefined;

/** By group and kind: those that Argo CD 3.6 then shows as Suspended (`resource_customizations/<group>/<kind>`). */
const rules: ReadonlyMap<string, PauseRule> = new Map([["argoproj.io/Rollout", pauseOfRollout]]);

/**
 * Dependents that can stop an update for a person. Between waves Argo CD waits for health, and Suspended is none: what
 * stands in a later wave is not applied until then (gitops-engine 3.6.1 `sync_context.go`). `dependents` may name one
 * several times.
 */
export function findPausing(dependents: Iterable<Manifest>): readonly Finding[] {
  return [...new Set(dependents)].flatMap((manifest) => {
    const { ref, source } = manifest;
    const field = rules.get(`${ref.group}/${ref.kind}`)?.(manifest);
    return field === undefined ? [] : [finding("dependent-can-pause", { refs: [ref], source }, { field })];
  });
}

/** Steps that pause without a duration, and promotion by hand (argo-rollouts 1.10 `types.go` `RolloutPause`). */
function pauseOfRollout({ value }: Manifest): string | undefined {
  if (valueAt(value, "spec", "strategy", "blueGreen", "autoPromotionEnabled") === false) {
    return "spec.strategy.blueGreen.autoPromotionEnabled";
  }
  const steps = valueAt(value, "spec", "strategy", "canary", "steps");
  const index = (Array.isArray(steps) ? steps : []).findIndex((step) => {
    const pause = valueAt(step, "pause");
    return isObject(pause) && (pause["duration"] ?? 0) === 0;
  });
  return index < 0 ? undefined : `spec.strategy.canary.steps[${index}].pause`;
}
