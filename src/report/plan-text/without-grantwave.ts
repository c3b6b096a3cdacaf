import type { BarrierGroup } from "../../barrier/barrier.ts";
import { printable } from "../../findings/printable.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { compareRefs } from "../../manifest/object-ref.ts";
import { type DenialImpact, denialImpact } from "../../requests/impact.ts";
import type { PlanInput } from "../plan-input.ts";
import type { TextOptions } from "../plan-text.ts";
import { count, enumerate, showRef, wrap } from "../text-layout.ts";

type Impact = DenialImpact["impact"];

/** Worst first. */
const impacts: readonly Impact[] = ["outage", "degraded", "stuck-rollout", "unknown", "none"];

const impactWords: { readonly [I in Impact]: string } = {
  outage: "outage",
  degraded: "fewer pods",
  "stuck-rollout": "stuck rollout",
  unknown: "harm unknown",
  none: "no pods yet",
};

const shownDependents = 3;

/** What Argo CD would do with the render as it came: which pods would be denied, why, and what that does. */
export function withoutGrantwave(input: PlanInput, options: TextOptions): readonly string[] {
  const { style, width } = options;
  const groups = groupsAtRisk(input);
  if (groups.length === 0) return nothingAtRisk(input, options);
  const dependents = new Set(
    groups.flatMap(({ requesters }) => requesters.map(({ dependent }) => dependent)),
  );
  const harmed = [...dependents].map((manifest) => ({ manifest, ...denialImpact(manifest) })).sort(byHarm);
  const worst = harmed[0]?.impact ?? "none";
  const lines = [style.heading("Without grantwave: ") + style.bad(impactWords[worst])];
  for (const group of groups) lines.push(...wrap(raceOf(group, input), width, "  "));
  for (const { manifest, impact, because } of harmed.slice(0, shownDependents)) {
    lines.push(...wrap(`✗ ${showRef(manifest.ref)}: denied`, width, "    ", "      ").map(style.bad));
    lines.push(...wrap(`${impactWords[impact]}: ${because}`, width, "      "));
  }
  const others = harmed.slice(shownDependents);
  if (others.length > 0)
    lines.push(...wrap(`✗ and ${count(others.length, "more", "more")}: ${tally(others)}`, width, "    "));
  const final =
    "A denial is final for that pod: the kubelet never asks again, and the pod hangs until somebody deletes it, although the grant is there by then.";
  return [...lines, ...wrap(final, width, "  ")];
}

function nothingAtRisk({ requesters }: PlanInput, { style, width }: TextOptions): readonly string[] {
  const words =
    requesters.length === 0
      ? "No object of this render asks a signer for a certificate: nothing moves, nothing waits."
      : requesters.every(({ status }) => status === "unknown")
        ? "All certificates are asked of signers that grantwave cannot judge (see below): nothing moves, nothing waits."
        : "No new grant is used in this render.";
  return [style.heading("Without grantwave: ") + style.good("no harm known"), ...wrap(words, width, "  ")];
}

/** The groups with requesters that are new, and those requesters only. */
function groupsAtRisk(input: PlanInput): readonly BarrierGroup[] {
  const isNew = new Set(input.requesters.filter((one) => one.isNew).map(({ requester }) => requester));
  return input.barriers
    .map(({ group }) => ({ ...group, requesters: group.requesters.filter((one) => isNew.has(one)) }))
    .filter(({ requesters }) => requesters.length > 0);
}

/** How policy and pods would meet, by the waves that the author gave. */
function raceOf(
  { phase, policyManifest, policy, requesters, signerName }: BarrierGroup,
  input: PlanInput,
): string {
  const signer = printable(signerName);
  const pods = count(new Set(requesters.map(({ dependent }) => dependent)).size, "workload");
  if (policyManifest === undefined) {
    return `${pods} would ask ${signer} at once. Its policy ${showRef(policy)} is not in this render: nobody would have looked whether it is loaded.`;
  }
  const given = new Map(input.objects.map((object) => [object.manifest, object]));
  const policyAt = given.get(policyManifest);
  const waves = requesters.map(({ dependent }) => given.get(dependent)?.wave ?? 0);
  const first = waves.reduce((least, wave) => Math.min(least, wave), Number.POSITIVE_INFINITY);
  const policyWave = policyAt?.wave ?? 0;
  const answers = `${signer} still answers from the policy it has loaded, which lacks the new grant: NoGrant.`;
  if (policyAt !== undefined && !policyAt.hook.phases.includes(phase)) {
    return `${showRef(policyManifest.ref)} would be applied in ${enumerate(policyAt.hook.phases)}, ${pods} in ${phase}. Applied is not loaded: ${answers}`;
  }
  if (policyWave > first) {
    return `${pods} in wave ${first} would ask before ${showRef(policyManifest.ref)} is applied in wave ${policyWave}. ${answers}`;
  }
  if (policyWave < first) {
    return `${showRef(policyManifest.ref)} would be applied in wave ${policyWave} and ${pods} from wave ${first} on, but applied is not loaded, and Argo CD does not know the difference. ${answers}`;
  }
  return `${showRef(policyManifest.ref)} and ${pods} that it has to grant would be applied in one wave (${first}). The pods ask at once, and ${answers}`;
}

interface Harmed extends DenialImpact {
  readonly manifest: Manifest;
}

function byHarm(a: Harmed, b: Harmed): number {
  return impacts.indexOf(a.impact) - impacts.indexOf(b.impact) || compareRefs(a.manifest.ref, b.manifest.ref);
}

function tally(harmed: readonly Harmed[]): string {
  const parts = impacts
    .map((impact) => ({ impact, size: harmed.filter((one) => one.impact === impact).length }))
    .filter(({ size }) => size > 0);
  return enumerate(parts.map(({ impact, size }) => `${size} ${impactWords[impact]}`));
}
