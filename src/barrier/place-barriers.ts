import type { BarrierConfig } from "../config/config.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Barrier, BarrierGroup } from "./barrier.ts";
import { barrierJob } from "./barrier-job.ts";
import { barrierName, type SourceIdentity } from "./barrier-name.ts";
import { findShortDeadlines, jobDeadlineSeconds } from "./deadlines.ts";
import { distinctRequesters } from "./requester-list.ts";

/** What barriers need to know beside their groups and waves. */
export interface BarrierSurroundings {
  readonly application: string;
  readonly source: SourceIdentity;
  readonly destinationNamespace: string;
  readonly config: BarrierConfig;
  /** Names of the render's own Jobs in the barriers' namespace; barriers of an earlier run are not among them. */
  readonly takenNames: ReadonlySet<string>;
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
 * Makes the barriers; `waves[i]` is the solved wave of `groups[i]`. A barrier that no Job can carry is an error finding
 * and left out; one that could not open before its deadline is an error finding too.
 */
export function placeBarriers(
  groups: readonly BarrierGroup[],
  waves: readonly number[],
  surroundings: BarrierSurroundings,
): Outcome<readonly Barrier[]> {
  const namespace = barrierNamespace(surroundings.config, surroundings.destinationNamespace);
  const names = new Set(surroundings.takenNames);
  const barriers: Barrier[] = [];
  const findings: Finding[] = [...findShortDeadlines(groups)];
  for (const [index, group] of groups.entries()) {
    const name = barrierName(identityOf(group, surroundings), names);
    names.add(name);
    const wave = waves[index] ?? 0;
    const manifest = barrierJob(group, { name, namespace, wave }, surroundings.config);
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

function identityOf(group: BarrierGroup, surroundings: BarrierSurroundings) {
  return {
    application: surroundings.application,
    source: surroundings.source,
    phase: group.phase,
    signer: group.signer.name,
    signerName: group.signerName,
    policy: group.policy,
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
