import { findChildApplications } from "./argo/child-applications.ts";
import { findWaveProblems } from "./argo/wave.ts";
import type { Barrier } from "./barrier/barrier.ts";
import type { SourceIdentity } from "./barrier/barrier-name.ts";
import { groupBarriers } from "./barrier/group-barriers.ts";
import { findForeignMarkers, isBarrier } from "./barrier/markers.ts";
import { findNewNamespaces } from "./barrier/new-namespace.ts";
import { barrierNamespace, placeBarriers } from "./barrier/place-barriers.ts";
import { reachableGroups } from "./barrier/reachable-groups.ts";
import { findUnorderedExternals } from "./barrier/unordered-external.ts";
import type { Config } from "./config/config.ts";
import { type Finding, finding, type Outcome } from "./findings/finding.ts";
import { isUnreadable } from "./findings/severity.ts";
import { findDuplicates } from "./manifest/duplicates.ts";
import type { TextEdit } from "./manifest/edit.ts";
import { inject } from "./manifest/inject.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { readManifests } from "./manifest/read.ts";
import { planWaveEdits } from "./manifest/splice.ts";
import { splitDocuments } from "./manifest/split.ts";
import { deriveOrder } from "./order/derive.ts";
import type { Move } from "./order/move.ts";
import { type OrderedObject, timedObject } from "./order/ordered-object.ts";
import { planOrder, type SolvedOrder } from "./order/plan-order.ts";
import { findLaterPhaseNeeds } from "./references/later-phase.ts";
import type { Rendered } from "./render/rendered.ts";
import { findRequesters } from "./requests/find-requesters.ts";
import { findUnguarded } from "./requests/find-unguarded.ts";
import { placedRequesters } from "./requests/placed-requesters.ts";
import { answered, type MatchedRequester, matchRequesters, waitable } from "./signers/match.ts";
import { findNearMisses } from "./signers/near-misses.ts";
import { findPolicyHooks } from "./signers/policy-hooks.ts";
import { readSigners } from "./signers/read-signers.ts";
import { findUnplacedPolicies } from "./signers/unplaced-policies.ts";

export interface PipelineInput {
  readonly rendered: Rendered;
  readonly application: {
    readonly name: string;
    readonly namespace: string;
    readonly source: SourceIdentity;
    /** How many sources the Application has; undefined where nobody knows, as in the sidecar. */
    readonly sourceCount?: number | undefined;
  };
  readonly config: Config;
  /** Accept a render without objects. */
  readonly allowEmpty: boolean;
  /** Called with what is done next, often enough to end a run that takes too long: it may throw. */
  readonly onStage?: (stage: PipelineStage) => void;
}

/** What a run that is ended was doing. */
export type PipelineStage =
  | "reading the manifests"
  | "finding requesters and grants"
  | "putting the objects in order"
  | "writing the output";

/** What one run found out; everything that is printed is made of it. */
export interface PipelineResult {
  /** The objects of the render, without the barriers of an earlier run. */
  readonly manifests: readonly Manifest[];
  /** Those of them that Argo CD applies: the last of duplicates, without hooks that no sync runs. */
  readonly objects: readonly OrderedObject[];
  readonly requesters: readonly MatchedRequester[];
  /** Those that are written into the output: one that no splice can make is a finding and no move. */
  readonly moves: readonly Move[];
  /** What the waves follow from; undefined where the required order contradicts itself, and nothing moved. */
  readonly order: SolvedOrder | undefined;
  readonly barriers: readonly Barrier[];
  /** The final text, and the edits over the renderer's text that lead to it. */
  readonly output: { readonly text: string; readonly edits: readonly TextEdit[] };
  readonly findings: readonly Finding[];
}

/** Input that could not be read: there is nothing but the findings that say why. */
export interface Unreadable {
  readonly findings: readonly Finding[];
}

/**
 * The stages in their order, nothing else: text in, text out. Pure; `render` comes before it and printing after it, and
 * what a finding means for the exit code is for the command to say.
 */
export function runPipeline(input: PipelineInput): PipelineResult | Unreadable {
  const { rendered, application, config, onStage = () => {} } = input;
  const findings: Finding[] = [];
  const take = <T>(outcome: Outcome<T>): T => {
    for (const found of outcome.findings) findings.push(found);
    return outcome.value;
  };

  const documents = take(splitDocuments(rendered));
  const all = take(
    readManifests(rendered, documents, {
      destinationNamespace: application.namespace,
      onDocument: () => onStage("reading the manifests"),
    }),
  );
  if (findings.some((found) => isUnreadable(found.code))) return { findings };

  const [earlierBarriers, manifests] = partition(all, (manifest) => isBarrier(manifest));
  take(findForeignMarkers(manifests));
  if (manifests.length === 0 && !input.allowEmpty) {
    findings.push(finding("nothing-rendered", {}, { command: rendered.renderer.command }));
  }
  const kept = take(findDuplicates(manifests));
  const [applied, others] = partition(kept.map(timedObject), ({ hook }) => hook.phases.length > 0);
  const outside = others.filter(({ hook }) => hook.outside.length > 0);
  take(findWaveProblems(kept));
  take(findChildApplications(kept));
  take(findLaterPhaseNeeds(applied));

  onStage("finding requesters and grants");
  const signers = take(readSigners(config.signers, applied.map(manifestOf)));
  const searched = [...applied, ...outside].map(manifestOf);
  const placed = take(placedRequesters(take(findRequesters(searched))));
  const requesters = take(matchRequesters(placed, signers));
  take(findUnplacedPolicies(signers, applied.map(manifestOf)));
  const policies = new Set(signers.flatMap((signer) => signer.policies));
  take(findUnguarded(answered(requesters).map(({ requester }) => requester.dependent)));
  take(findPolicyHooks(policies));
  take(findNearMisses(requesters, applied.map(manifestOf)));

  const objects = applied.map((object) => ({ ...object, isPolicy: policies.has(object.manifest) }));
  const hooks = new Map(objects.map(({ manifest, hook }) => [manifest, hook.phases]));
  const phasesOf = (manifest: Manifest) => hooks.get(manifest) ?? [];
  const groups = take(reachableGroups(groupBarriers(waitable(requesters), phasesOf), phasesOf));
  take(findUnorderedExternals(groups, application.sourceCount ?? 1));
  onStage("putting the objects in order");
  const jobNamespace = barrierNamespace(config.barrier, application.namespace);
  const places = { policyWave: config.policyWave, barrierNamespace: jobNamespace };
  const order = take(planOrder(take(deriveOrder(objects, groups, places))));

  onStage("writing the output");
  const barriers = take(
    placeBarriers(groups, order.barrierWaves, {
      application: application.name,
      source: application.source,
      destinationNamespace: application.namespace,
      config: config.barrier,
      manifests,
    }),
  );
  take(findNewNamespaces(barriers, kept));
  const moves = order.moves.map(({ manifest, to }) => ({ manifest, wave: to }));
  const { edits, unwritten } = take(planWaveEdits(rendered, moves));
  const output = inject(
    rendered,
    edits,
    barriers.map((barrier) => barrier.manifest),
    earlierBarriers.map((barrier) => barrier.document),
  );
  return {
    manifests,
    objects,
    requesters,
    moves: order.moves.filter(({ manifest }) => !unwritten.has(manifest)),
    order: order.solved,
    barriers,
    output,
    findings,
  };
}

function manifestOf({ manifest }: { readonly manifest: Manifest }): Manifest {
  return manifest;
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  const [those, others]: [T[], T[]] = [[], []];
  for (const item of items) (belongs(item) ? those : others).push(item);
  return [those, others];
}
