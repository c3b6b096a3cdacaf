import type { BarrierConfig } from "../config/config.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { refKey } from "../manifest/object-ref.ts";
import type { Barrier, BarrierGroup } from "./barrier.ts";
import { barrierJob } from "./barrier-job.ts";
import { type BarrierIdentity, barrierName, type SourceIdentity } from "./barrier-name.ts";
import { jobDeadlineSeconds } from "./deadlines.ts";
import { jobNamesIn } from "./markers.ts";
import { findObstacles } from "./obstacles.ts";
import { distinctRequesters, requestKey } from "./requester-list.ts";
import { soleRequester } from "./sole-requester.ts";

/** What barriers need to know beside their groups and waves. */
export interface BarrierSurroundings {
  readonly application: string;
  readonly source: SourceIdentity;
  readonly destinationNamespace: string;
  readonly config: BarrierConfig;
  /** The objects of the render: their Jobs keep their names, and what they say about a signer can rule its method out. */
  readonly manifests: readonly Manifest[];
}

/**
 * The API server takes 3 MiB and etcd 1.5 MiB of one object, and the pod repeats the Job's arguments; Linux takes at most
 * 128 KiB of one argument and 2 MiB of all (execve(2)).
 */
const longestJobBytes = 1_200_000;
const longestArgumentBytes = 131_000;

/** The namespace in which the barriers of an application run. */
export function barrierNamespace(config: BarrierConfig, destinationNamespace: string): string {
  return config.namespace ?? destinationNamespace;
}

/**
 * Makes the barriers; `waves[i]` is the wave of `groups[i]`, undefined where it cannot stand. A barrier that no Job can
 * carry is an error finding and left out; one that could not open before its deadline, or that would prove nothing, is an
 * error finding too.
 */
export function placeBarriers(
  groups: readonly BarrierGroup[],
  waves: readonly (number | undefined)[],
  surroundings: BarrierSurroundings,
): Outcome<readonly Barrier[]> {
  const taken = new Map<string, Set<string>>();
  const barriers: Barrier[] = [];
  const findings: Finding[] = [...findObstacles(groups, surroundings.manifests)];
  const present = new Set(surroundings.manifests.map(({ ref }) => refKey(ref)));
  for (const [index, group] of groups.entries()) {
    const wave = waves[index];
    if (wave === undefined) continue;
    const namespace = namespaceOf(group, surroundings);
    if (namespace === "") {
      findings.push(homeless(group));
      continue;
    }
    const names = taken.get(namespace) ?? new Set(jobNamesIn(namespace, surroundings.manifests));
    taken.set(namespace, names);
    const name = barrierName(identityOf(group, surroundings), names);
    names.add(name);
    const place = { name, namespace, wave, isSignerInSync: hasSigner(group, present) };
    const manifest = barrierJob(group, place, surroundings.config);
    const tooLarge = findTooLarge(group, manifest);
    if (tooLarge !== undefined) {
      findings.push(tooLarge);
      continue;
    }
    barriers.push({
      group,
      ref: { group: "batch", kind: "Job", namespace, name },
      wave,
      timeoutSeconds: jobDeadlineSeconds(group.signer.readiness),
      manifest,
    });
  }
  return { value: barriers, findings };
}

/** Where the barrier runs as its requester, it has to run where that one does. */
function namespaceOf(group: BarrierGroup, { config, destinationNamespace }: BarrierSurroundings): string {
  return soleRequester(group)?.namespace ?? barrierNamespace(config, destinationNamespace);
}

function hasSigner({ signer: { workload } }: BarrierGroup, present: ReadonlySet<string>): boolean {
  if (workload === undefined) return false;
  const { kind, name, namespace } = workload;
  return present.has(refKey({ group: "apps", kind, namespace, name }));
}

/** Neither the configuration nor the application says where its Job would run. */
function homeless({ policy, policyManifest, signer }: BarrierGroup): Finding {
  const where = { refs: [policyManifest?.ref ?? policy], source: policyManifest?.source ?? null };
  return finding("namespace-unknown", where, { of: "barrier", signer: signer.name });
}

function identityOf(group: BarrierGroup, surroundings: BarrierSurroundings): BarrierIdentity {
  const requester = soleRequester(group);
  return {
    application: surroundings.application,
    source: surroundings.source,
    phase: group.phase,
    signer: group.signer.name,
    signerName: group.signerName,
    policy: group.policy,
    requester: requester && {
      serviceAccountName: requester.serviceAccountName,
      request: requestKey(requester),
    },
  };
}

function findTooLarge(group: BarrierGroup, job: Barrier["manifest"]): Finding | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(job));
  const entries = distinctRequesters(group.requesters);
  const longestEntry = entries.reduce(
    (longest, entry) => Math.max(longest, Buffer.byteLength(JSON.stringify(entry))),
    0,
  );
  if (bytes <= longestJobBytes && longestEntry <= longestArgumentBytes) return undefined;
  return finding(
    "barrier-too-large",
    { refs: [group.policyManifest?.ref ?? group.policy], source: group.policyManifest?.source ?? null },
    {
      signer: group.signer.name,
      requesters: entries.length,
      bytes: Math.max(bytes, longestEntry),
      limit: bytes > longestJobBytes ? longestJobBytes : longestArgumentBytes,
    },
  );
}
