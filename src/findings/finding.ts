import type { Source } from "../manifest/document.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

export type Severity = "error" | "warning" | "info";

/**
 * Every problem that the pipeline can report, by its stable code, with what its message needs to know. The words are in
 * `message.ts`, the severities in `severity.ts`, and `docs/findings.md` lists them all.
 */
export interface FindingArgs {
  // Input that cannot be read: the run ends with exit code 2 and no report.
  "yaml-broken": { detail: string; line: number; column: number; command: string };
  "not-an-object": { found: string; command: string };
  "alias-bomb": { limit: number; of: "document" | "render" };
  "nesting-too-deep": { limit: number };

  // The render as Argo CD will see it.
  "nothing-rendered": { command: string };
  /** `key` is null where the whole field is no mapping. */
  "annotation-not-string": { field: "annotations" | "labels"; key: string | null; found: string };
  "wave-malformed": { annotation: string; value: string; effective: number };
  "wave-out-of-range": { annotation: string; value: string };
  "unexpected-field": { key: string; line: number; command: string };
  "duplicate-identity": { kept: Source };
  /** `signer`: its name in the configuration, of a policy or a barrier. */
  "namespace-unknown": { of: "requester" | "policy" | "barrier"; signer: string };
  "duplicate-key": { key: string; line: number };

  // Requesters, grants and the signer's answer.
  "policy-refused": { signer: string; location: string; reason: string };
  "policy-is-hook": { deletePolicies: string };
  "policy-unreadable": { signer: string; location: string; reason: string };
  "policy-ambiguous": { signer: string; candidates: readonly string[] };
  "policy-near-miss": { signer: string; configured: string };
  "workload-near-miss": { signer: string; configured: string };
  "signer-name-unknown": { signer: string };
  "signer-name-differs": { signer: string; configured: string; stated: string };
  "signer-name-shared": { signerName: string; signers: readonly string[] };
  "signer-unconfigured": { signerName: string };
  "requester-denied": {
    signerName: string;
    namespace: string;
    serviceAccountName: string;
    reason: string;
    detail: string;
    consequence: string;
  };
  "service-account-conflict": { used: string; ignored: string };
  "certificate-source-malformed": { path: string; problem: string };
  "certificate-sources-too-many": { limit: number };
  "service-account-unknown": { because: string };
  "template-missing": { path: string; reference: string; problem: "absent" | "unsupported" };
  "object-ignored": { reason: string };
  "ignore-without-reason": { annotation: string };

  // Order.
  "phase-inversion": { dependentPhase: string; policyPhase: string };
  "external-unordered": { signer: string; policyKind: string; sourceCount: number };
  "dependent-unguarded": { phase: string };
  "dependent-can-pause": { field: string };
  /** `barrierOf`: the step is the barrier that asks about `ref`, which has no name before it has a wave. */
  "order-cycle": { path: readonly { ref: ObjectRef; barrierOf: boolean; reason: string }[] };
  "order-given-up": { because: "contradicts" | "splits" };
  "order-given-up-more": { shown: number; leftOut: number };
  "splice-impossible": { reason: string };
  "reference-unprovided": { path: string };
  "workload-left-behind": Record<string, never>;
  "reference-later-phase": { path: string; phase: string; providedIn: string };
  "child-applications": Record<string, never>;
  "kind-defined-elsewhere": Record<string, never>;
  "hint-malformed": { annotation: string; value: string };
  "hint-unresolved": { annotation: string; value: string; candidates: number };
  "hint-across-phases": { annotation: string; phase: string; otherPhase: string };

  // Barriers.
  "barrier-namespace-new": { namespace: string };
  "marker-foreign": { label: string };
  "barrier-deadline-short": { signer: string; timeoutSeconds: number; neededSeconds: number };
  "canary-replicas": {
    signer: string;
    because: "unconfigured" | "elsewhere" | "every-node" | "replicas" | "scaled";
  };
  "policy-content-named": { signer: string; method: string };
  "rollout-name-fixed": { signer: string };
  "policy-without-status": { signer: string };
  "barrier-too-large": { signer: string; requesters: number; bytes: number; limit: number };

  // Admission.
  "webhook-refused": { path: string; problem: string };

  // Lockouts: `webhook` is the name of one of a configuration, `steps` what closes the circle, a sentence each.
  "lockout-own-pods": { webhook: string; backend: string; because: string };
  "lockout-own-readiness": { webhook: string; backend: string; writes: readonly string[] };
  "lockout-cluster-scoped": { webhook: string; what: string };
  "lockout-leases": { webhook: string; what: string };
  "lockout-system-pods": { webhook: string; what: string };
  "lockout-mutual": { steps: readonly string[] };
  "lockout-certificate": { steps: readonly string[] };
  "webhook-ca-bundle": { webhook: string; what: string };
  "webhook-backend-missing": { webhook: string; what: string };
  "webhook-unreachable": { webhook: string; what: string };
  "webhook-single-replica": { webhook: string; what: string };
  "webhook-disruption-budget": { webhook: string; what: string };
  "webhook-same-node": { webhook: string; what: string };
  "webhook-priority": { webhook: string; what: string };
  "webhook-timeouts": { seconds: number; limitSeconds: number; count: number };
  "lockout-conversion": { versions: readonly string[]; backend: string };
  "lockout-aggregated-api": { webhook: string; what: string };
  "lockout-signer": { steps: readonly string[] };
  "lockout-registry": { steps: readonly string[] };
  "lockout-gitops": { webhook: string; what: string };
  "recovery-undone": { webhook: string; what: string };
  "recovery-forbidden": { webhook: string; what: string };
  "exemption-in-process": { webhook: string; what: string };
  "lockout-other-operations": { webhook: string; what: string };
  "admission-policy-parameters": { kind: string };

  // The application as a whole, and what the run had to assume.
  "sources-alike": { path: string; sources: readonly number[] };
  "application-guessed": { field: "name" | "namespace"; value: string };
}

export type FindingCode = keyof FindingArgs;

interface FindingOf<C extends FindingCode> {
  readonly code: C;
  /** The objects it is about, the culprit first. Empty where no object could be read. */
  readonly refs: readonly ObjectRef[];
  readonly source: Source | null;
  readonly args: FindingArgs[C];
  /** Set where what the input leaves open decides: it weighs a step less, unless the configuration says something else. */
  readonly isPossible?: true | undefined;
}

/** A problem is data: a code, the objects, the place, and the arguments of its words. */
export type Finding<C extends FindingCode = FindingCode> = { [K in C]: FindingOf<K> }[C];

/** Makes a finding; `where` may be a manifest or anything else that knows its `ref` and `source`. */
export function finding<C extends FindingCode>(
  code: C,
  where: {
    readonly refs?: readonly ObjectRef[];
    readonly source?: Source | null;
    readonly isPossible?: boolean;
  },
  args: FindingArgs[C],
): Finding<C> {
  const { isPossible, refs = [], source = null } = where;
  return { code, refs, source, args, ...(isPossible === true ? { isPossible } : {}) } as Finding<C>;
}

/** What a stage gives back: its result and what it noticed on the way. Stages collect; only commands decide. */
export interface Outcome<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
}
