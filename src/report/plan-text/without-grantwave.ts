import { firstPhaseRank } from "../../argo/phase.ts";
import type { BarrierGroup } from "../../barrier/barrier.ts";
import { printable } from "../../findings/printable.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Requester } from "../../requests/requester.ts";
import type { PlanInput } from "../plan-input.ts";
import { count, enumerate, showRef, wrap } from "../text-layout.ts";
import { groupByHarm, type Harm, harmWords } from "./harm.ts";
import { type TextOptions, titled } from "./section.ts";

const shownHarms = 3;
const shownDependents = 3;

/** What Argo CD would do with the render as it came: which pods would be denied, why, and what that does. */
export function withoutGrantwave(input: PlanInput, options: TextOptions): readonly string[] {
  const { style, width } = options;
  const atRisk = requestersAtRisk(input);
  const groups = groupsAtRisk(input, new Set(atRisk));
  const late = atRisk.map(({ dependent }) => dependent);
  const held = new Set(groups.flatMap(({ requesters }) => requesters));
  const unheld = atRisk.filter((requester) => !held.has(requester));
  const never = input.requesters.filter(({ status }) => status === "denied");
  if (late.length + never.length === 0) return nothingAtRisk(input, options);

  const harms = groupByHarm([...late, ...never.map(({ requester }) => requester.dependent)]);
  const heading = late.length === 0 ? "In any order" : headingOf(input);
  const harm = harmWords[harms[0]?.impact ?? "unknown"];
  const isCertain = late.length === 0 || input.baseline !== undefined;
  const races = new Set(groups.map((group) => raceOf(group, input)));
  return [
    ...titled(heading, isCertain ? harm : `${harm}, where a grant is new`, options, style.bad),
    ...[...races].flatMap((race) => wrap(race, width, "  ")),
    ...(unheld.length === 0 ? [] : wrap(unheldWords(unheld.length), width, "  ")),
    ...harms.slice(0, shownHarms).flatMap((harm) => drawHarm(harm, options)),
    ...drawMore(harms.slice(shownHarms), options),
    ...(never.length === 0 || late.length === 0 ? [] : wrap(neverWords(never.length), width, "  ")),
    ...wrap(finality, width, "  "),
  ];
}

/** Kubernetes 1.37: seen on a real kubelet, whose requests are neither repeated nor their status ever changed. */
const finality = "A denial is final: the kubelet never asks again; the pod hangs until deleted.";

/** A barrier that would have been too late, or that nothing can carry, is left out; a finding says why. */
function unheldWords(sources: number): string {
  return `${count(sources, "certificate source")} of these ${sources === 1 ? "has" : "have"} no barrier, with grantwave either (see the findings): if the grant is not loaded by an earlier sync, NoGrant.`;
}

function neverWords(sources: number): string {
  return `${count(sources, "certificate source")} of these ${sources === 1 ? "is" : "are"} denied in any order, by the policy in this render itself.`;
}

function drawHarm({ impact, because, manifests }: Harm, { style, width }: TextOptions): readonly string[] {
  const names = manifests.slice(0, shownDependents).map(({ ref }) => showRef(ref));
  const more = manifests.length - names.length;
  const who = enumerate(more > 0 ? [...names, `${more} more`] : names);
  const verb = manifests.length === 1 ? "is" : "are";
  const line = `✗ ${who} ${verb} denied → ${harmWords[impact]}: ${because}`;
  return wrap(line, width, "    ", "      ").map(style.bad);
}

function drawMore(harms: readonly Harm[], { width }: TextOptions): readonly string[] {
  if (harms.length === 0) return [];
  const sizes = harms.map(({ impact, manifests }) => `${manifests.length} ${harmWords[impact]}`);
  return wrap(`✗ and others: ${enumerate(sizes)}`, width, "    ", "      ");
}

/** In mode off it is no what-if. */
function headingOf({ mode }: PlanInput): string {
  return mode === "off" ? "Mode off" : "Without grantwave";
}

function nothingAtRisk(input: PlanInput, options: TextOptions): readonly string[] {
  const { requesters, moves } = input;
  const { style, width } = options;
  const heading = headingOf(input);
  if (requesters.length === 0) {
    const words =
      moves.length === 0
        ? "No object of this render asks a signer for a certificate: nothing moves, nothing waits."
        : "No object of this render asks a signer for a certificate. The policy goes first for those that may stand elsewhere, but nothing here waits until it is loaded.";
    return [...titled(heading, "no harm", options, style.good), ...wrap(words, width, "  ")];
  }
  if (requesters.some(({ status }) => status === "unknown")) {
    const words =
      "Certificates are asked of signers that grantwave cannot judge (see the findings): nothing moves for them, nothing waits.";
    return [...titled(heading, "harm unknown", options, style.caution), ...wrap(words, width, "  ")];
  }
  return [
    ...titled(heading, "no harm", options, style.good),
    ...wrap("Every grant that this render uses is an old one.", width, "  "),
  ];
}

/** Those that the signer would grant, once it has loaded a policy that is new. */
function requestersAtRisk({ requesters }: PlanInput): readonly Requester[] {
  return requesters
    .filter(({ isNew, status }) => isNew && (status === "granted" || status === "external"))
    .map(({ requester }) => requester);
}

/** The groups with such requesters, and those requesters only. */
function groupsAtRisk(input: PlanInput, atRisk: ReadonlySet<Requester>): readonly BarrierGroup[] {
  const groups = input.mode === "off" ? (input.unguarded ?? []) : input.barriers.map(({ group }) => group);
  return groups
    .map((group) => ({ ...group, requesters: group.requesters.filter((one) => atRisk.has(one)) }))
    .filter(({ requesters }) => requesters.length > 0);
}

/** How policy and pods would meet, by the phases and waves that the author gave. */
function raceOf(group: BarrierGroup, input: PlanInput): string {
  const signer = printable(group.signerName);
  const outcome = `${signer} would still answer from its old policy: NoGrant.`;
  if (group.policyManifest === undefined) {
    return `The policy of ${signer} is not in this render, and the pods would ask at once. If their grant is not loaded by then: NoGrant.`;
  }
  const policy = input.objects.find(({ manifest }) => manifest === group.policyManifest);
  const wave = firstWave(group, input);
  if (policy === undefined || wave === undefined) return outcome;
  if (firstPhaseRank(policy.hook.phases) > firstPhaseRank([group.phase])) {
    return `The pods would ask in ${group.phase}, before the policy with their grant is applied in ${enumerate(policy.hook.phases)}: NoGrant from ${signer}.`;
  }
  if (!policy.hook.phases.includes(group.phase)) {
    return `The policy would be applied in ${enumerate(policy.hook.phases)}, pods in ${group.phase}. Applied is not loaded: ${outcome}`;
  }
  if (policy.wave > wave) {
    return `The pods would ask in wave ${wave}, before the policy with their grant is applied in wave ${policy.wave}: NoGrant from ${signer}.`;
  }
  if (policy.wave < wave) {
    return `The policy would be applied in wave ${policy.wave} and the pods in wave ${wave}, but applied is not loaded: ${outcome}`;
  }
  return `The policy and the pods that need its grant would be applied together, in wave ${wave}. ${outcome}`;
}

function firstWave({ requesters }: BarrierGroup, { objects }: PlanInput): number | undefined {
  const dependents = new Set<Manifest>(requesters.map(({ dependent }) => dependent));
  let first: number | undefined;
  for (const { manifest, wave } of objects) {
    if (dependents.has(manifest)) first = Math.min(first ?? wave, wave);
  }
  return first;
}
