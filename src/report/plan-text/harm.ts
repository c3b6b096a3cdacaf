import type { Manifest } from "../../manifest/manifest.ts";
import { compareRefs, compareText } from "../../manifest/object-ref.ts";
import { type DenialImpact, denialImpact } from "../../requests/impact.ts";

type Impact = DenialImpact["impact"];

/** What a denial does, in two words; worst first. */
export const harmWords: { readonly [I in Impact]: string } = {
  outage: "outage",
  degraded: "fewer pods",
  "stuck-rollout": "stuck rollout",
  unknown: "harm unknown",
  none: "no pods yet",
};

const worstFirst = Object.keys(harmWords) as readonly Impact[];

/** The workloads to which a denial does the same, for the same reason. */
export interface Harm extends DenialImpact {
  readonly manifests: readonly Manifest[];
}

/** Each workload once, those with the same harm together: the worst first, then the largest group. */
export function groupByHarm(dependents: readonly Manifest[]): readonly Harm[] {
  const harms = new Map<string, { readonly impact: DenialImpact; readonly manifests: Manifest[] }>();
  for (const manifest of new Set(dependents)) {
    const impact = denialImpact(manifest);
    const key = `${impact.impact} ${impact.because}`;
    const known = harms.get(key);
    if (known === undefined) harms.set(key, { impact, manifests: [manifest] });
    else known.manifests.push(manifest);
  }
  return [...harms.values()]
    .map(({ impact, manifests }) => ({
      ...impact,
      manifests: manifests.sort((a, b) => compareRefs(a.ref, b.ref)),
    }))
    .sort(
      (a, b) =>
        worstFirst.indexOf(a.impact) - worstFirst.indexOf(b.impact) ||
        b.manifests.length - a.manifests.length ||
        compareText(a.because, b.because),
    );
}
