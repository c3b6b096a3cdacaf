import { appendTo } from "../append-to.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import { compareRefs, refKey } from "../manifest/object-ref.ts";
import { denialImpact } from "../requests/impact.ts";
import type { Requester } from "../requests/requester.ts";
import type { Grant, Signer } from "./signer.ts";

/** A requester with what is known about the answer that it will get. */
export interface MatchedRequester {
  readonly requester: Requester;
  /**
   * `granted`, `denied`: by the policies of this render. `external`: the signer is configured, what it has to say is not
   * in this render. `unknown`: nobody configured the signer or several did, or its policy in this render cannot count
   * (`signer` tells).
   */
  readonly status: "granted" | "denied" | "external" | "unknown";
  /** The configured signer that answers; undefined where there is not exactly one of that name. */
  readonly signer: Signer | undefined;
  readonly denial: { readonly reason: string; readonly detail: string } | undefined;
  readonly grant: Grant | undefined;
}

/**
 * What each requester can expect, in the order given. A policy that cannot count has its own finding and gives none here;
 * a signer whose name nobody knows is a finding only if some requester could be its own, and several signers of one name
 * only if somebody asks for it.
 */
export function matchRequesters(
  requesters: readonly Requester[],
  signers: readonly Signer[],
): Outcome<readonly MatchedRequester[]> {
  const byName = signersByName(signers);
  const value = requesters.map((requester) => matchOne(requester, byName.get(requester.signerName) ?? []));
  const findings = value.flatMap((matched) => denialFinding(matched));
  const unanswered = requesters.filter(({ signerName }) => !byName.has(signerName));
  const shared = requesters.filter(({ signerName }) => (byName.get(signerName)?.length ?? 0) > 1);
  return {
    value,
    findings: [...findings, ...sharedFindings(shared, byName), ...unansweredFindings(unanswered, signers)],
  };
}

function signersByName(signers: readonly Signer[]): ReadonlyMap<string, readonly Signer[]> {
  const byName = new Map<string, Signer[]>();
  for (const signer of signers) {
    if (signer.signerName === undefined) continue;
    appendTo(byName, signer.signerName, signer);
  }
  return byName;
}

/** The requesters that a configured signer will answer. */
export function answered(requesters: readonly MatchedRequester[]): readonly MatchedRequester[] {
  return requesters.filter(({ signer }) => signer !== undefined);
}

/** Those that a barrier can wait for: one that is certain to be denied would only be waited for until the deadline. */
export function waitable(requesters: readonly MatchedRequester[]): readonly MatchedRequester[] {
  return requesters.filter(({ status }) => status === "granted" || status === "external");
}

function matchOne(requester: Requester, [signer, ...others]: readonly Signer[]): MatchedRequester {
  if (signer === undefined || others.length > 0) {
    return { requester, signer: undefined, status: "unknown", denial: undefined, grant: undefined };
  }
  const matched = { requester, signer, denial: undefined, grant: undefined };
  if (signer.refused) return { ...matched, status: "unknown" };
  if (signer.policies.length === 0) return { ...matched, status: "external" };
  const verdict = signer.judge(requester);
  if (verdict.status === "external") return { ...matched, status: "external" };
  if (verdict.status === "granted") return { ...matched, status: "granted", grant: verdict.grant };
  const { reason, detail } = verdict;
  return { ...matched, status: "denied", denial: { reason, detail } };
}

function denialFinding({ requester, signer, denial }: MatchedRequester): readonly Finding[] {
  if (denial === undefined) return [];
  const { dependent, source, signerName, namespace, serviceAccountName } = requester;
  const { impact, because } = denialImpact(dependent);
  const refs = [dependent.ref, ...(signer?.policies ?? []).map((policy) => policy.ref)];
  return [
    finding(
      "requester-denied",
      { refs, source },
      {
        signerName,
        namespace,
        serviceAccountName,
        ...denial,
        consequence: `${impactWords[impact]}: ${because}`,
      },
    ),
  ];
}

const impactWords: { readonly [I in ReturnType<typeof denialImpact>["impact"]]: string } = {
  outage: "Outage",
  degraded: "Degraded",
  "stuck-rollout": "Stuck rollout",
  none: "No harm yet",
  unknown: "Unknown harm",
};

/** Requesters of a name that no signer is known to have: either nobody configured it, or somebody did not say it. */
function unansweredFindings(
  unanswered: readonly Requester[],
  signers: readonly Signer[],
): readonly Finding[] {
  if (unanswered.length === 0) return [];
  const nameless = signers.filter(({ signerName }) => signerName === undefined);
  if (nameless.length > 0) {
    return nameless
      .filter(({ refused }) => !refused)
      .map(({ config }) => finding("signer-name-unknown", whereOf(unanswered), { signer: config.name }));
  }
  return [...bySignerName(unanswered)].map(([signerName, those]) =>
    finding("signer-unconfigured", whereOf(those), { signerName }),
  );
}

/** Which of several answers nobody can say, and each may have another policy. */
function sharedFindings(
  shared: readonly Requester[],
  byName: ReadonlyMap<string, readonly Signer[]>,
): readonly Finding[] {
  return [...bySignerName(shared)].map(([signerName, those]) => {
    const signers = (byName.get(signerName) ?? []).map(({ config }) => config.name);
    return finding("signer-name-shared", whereOf(those), { signerName, signers });
  });
}

function bySignerName(requesters: readonly Requester[]): ReadonlyMap<string, readonly Requester[]> {
  const bySigner = new Map<string, Requester[]>();
  for (const requester of requesters) {
    appendTo(bySigner, requester.signerName, requester);
  }
  return bySigner;
}

/** All dependents, each once and in order, and the place of the first. */
function whereOf(requesters: readonly Requester[]): Pick<Finding, "refs" | "source"> {
  const sorted = requesters.toSorted((a, b) => compareRefs(a.dependent.ref, b.dependent.ref));
  const refs = new Map(sorted.map(({ dependent }) => [refKey(dependent.ref), dependent.ref]));
  return { refs: [...refs.values()], source: sorted[0]?.source ?? null };
}
