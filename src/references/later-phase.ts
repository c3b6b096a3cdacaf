import { firstPhaseRank, type Phase, phases } from "../argo/phase.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { referencesOf } from "./object-references.ts";
import { indexProviders } from "./products.ts";

/** An object and the phases that apply it. */
interface PhasedObject {
  readonly manifest: Manifest;
  readonly hook: { readonly isHook: boolean; readonly phases: readonly Phase[] };
}

/**
 * Hooks that name something which this application brings only in a later phase, such as a PreSync Job whose account is an
 * ordinary object. Waves do not cross phases: on a first install the hook waits for what is applied after it, and the sync
 * never gets there. On an upgrade what it needs is usually live already, so this is a warning. The value is the hooks.
 */
export function findLaterPhaseNeeds(objects: readonly PhasedObject[]): Outcome<readonly Manifest[]> {
  const hooks = objects.filter(({ hook }) => hook.isHook);
  if (hooks.length === 0) return { value: [], findings: [] };
  const phasesOf = new Map(objects.map(({ manifest, hook }) => [manifest, hook.phases]));
  const providersOf = indexProviders(objects.map(({ manifest }) => manifest));
  const value: Manifest[] = [];
  const findings: Finding[] = [];
  for (const { manifest, hook } of hooks) {
    const own = firstPhaseRank(hook.phases);
    for (const { to, required, path } of referencesOf(manifest)) {
      const providers = providersOf(to);
      const [provider] = providers;
      if (!required || provider === undefined) continue;
      const first = firstPhaseRank(providers.flatMap((other) => phasesOf.get(other) ?? []));
      const providedIn = phases[first];
      if (first <= own || providedIn === undefined) continue;
      const where = { refs: [manifest.ref, provider.ref], source: manifest.source };
      findings.push(
        finding("reference-later-phase", where, { path, phase: phases[own] ?? "Sync", providedIn }),
      );
      value.push(manifest);
    }
  }
  return { value: [...new Set(value)], findings };
}
