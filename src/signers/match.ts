import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import { compareRefs, refKey } from "../manifest/object-ref.ts";
import { denialImpact } from "../requests/impact.ts";
import type { Requester } from "../requests/requester.ts";
import type { Grant, Signer } from "./signer.ts";

/** A requester with what is known about the answer that it will get. */
export interface MatchedRequester {
  readonly requester: Requester;
  /**
   * `granted`, `denied`: by the policies of this render. `external`: the signer is configured, its policy is not in this
   * render. `unknown`: nobody configured the signer, or its policy in this render would be refused (`signer` tells).
   */
  readonly status: "granted" | "denied" | "external" | "unknown";
  /** The configured signer that answers; undefined where there is none of that name. */
  readonly signer: Signer | undefined;
  readonly denial: { readonly reason: string; readonly detail: string } | undefined;
  readonly grant: Grant | undefined;
}

/**
 * What each requester can expect, in the order given. Of several signers with one name the first answers. A refused
 * policy has its own finding and gives none here; a signer whose name nobody knows is one only if some requester could
 * be its own.
 */
export function matchRequesters(
  requesters: readonly Requester[],
  signers: readonly Signer[],
): Outcome<readonly MatchedRequester[]> {
  const byName = new Map<string, Signer>();
  for (const signer of signers.toReversed()) {
    if (signer.signerName !== undefined) byName.set(signer.signerName, signer);
  }
  const value = requesters.map((requester) => matchOne(requester, byName.get(requester.signerName)));
  const findings = value.flatMap((matched) => denialFinding(matched));
  const unanswered = value.filter(({ signer }) => signer === undefined).map(({ requester }) => requester);
  return { value, findings: [...findings, ...unansweredFindings(unanswered, signers)] };
}

/** The requesters that a configured signer will answer. */
export function answered(requesters: readonly MatchedRequester[]): readonly MatchedRequester[] {
  return requesters.filter(({ signer }) => signer !== undefined);
}

/** Those that a barrier can wait for: one that is certain to be denied would only be waited for until the deadline. */
export function waitable(requesters: readonly MatchedRequester[]): readonly MatchedRequester[] {
  return requesters.filter(({ status }) => status === "granted" || status === "external");
}

function matchOne(requester: Requester, signer: Signer | undefined): MatchedRequester {
  const matched = { requester, signer, denial: undefined, grant: undefined };
  if (signer === undefined || signer.refused) return { ...matched, status: "unknown" };
  if (signer.policies.length === 0) return { ...matched, status: "external" };
  const verdict = signer.judge(requester);
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
  const bySigner = new Map<string, Requester[]>();
  for (const requester of unanswered) {
    const those = bySigner.get(requester.signerName);
    if (those === undefined) bySigner.set(requester.signerName, [requester]);
    else those.push(requester);
  }
  return [...bySigner].map(([signerName, those]) =>
    finding("signer-unconfigured", whereOf(those), { signerName }),
  );
}

/** All dependents, each once and in order, and the place of the first. */
function whereOf(requesters: readonly Requester[]): Pick<Finding, "refs" | "source"> {
  const sorted = requesters.toSorted((a, b) => compareRefs(a.dependent.ref, b.dependent.ref));
  const refs = new Map(sorted.map(({ dependent }) => [refKey(dependent.ref), dependent.ref]));
  return { refs: [...refs.values()], source: sorted[0]?.source ?? null };
}
