import type { Finding, FindingCode, Severity } from "./finding.ts";

/** What a finding weighs where the configuration says nothing else. */
export interface Weight {
  readonly severity: Severity;
  /**
   * True where the input could not be read at all: no report can be made of it, the run ends with exit code 2, and
   * no configuration can turn the finding down or off.
   */
  readonly unreadable: boolean;
}

const error: Weight = { severity: "error", unreadable: false };
const warning: Weight = { severity: "warning", unreadable: false };
const info: Weight = { severity: "info", unreadable: false };
const unreadable: Weight = { severity: "error", unreadable: true };

/** The default weight of every finding code. */
export const weights: { readonly [C in FindingCode]: Weight } = {
  "yaml-broken": unreadable,
  "not-an-object": unreadable,
  "alias-bomb": unreadable,
  "nesting-too-deep": unreadable,

  "nothing-rendered": error,
  "annotation-not-string": error,
  "wave-malformed": error,
  "wave-out-of-range": error,
  "unexpected-field": error,
  "duplicate-identity": warning,
  "namespace-unknown": error,
  "duplicate-key": warning,

  "policy-refused": error,
  "policy-is-hook": warning,
  "policy-unreadable": error,
  "policy-ambiguous": error,
  "policy-near-miss": error,
  "workload-near-miss": warning,
  "signer-name-unknown": error,
  "signer-name-differs": error,
  "signer-name-shared": error,
  "signer-unconfigured": warning,
  "requester-denied": error,
  "service-account-conflict": warning,
  "certificate-source-malformed": warning,
  "certificate-sources-too-many": error,
  "service-account-unknown": warning,
  "template-missing": warning,
  "object-ignored": info,
  "ignore-without-reason": error,

  "phase-inversion": error,
  "external-unordered": error,
  "dependent-unguarded": warning,
  "dependent-can-pause": info,
  "order-cycle": error,
  "order-given-up": warning,
  "order-given-up-more": warning,
  "splice-impossible": error,
  "reference-unprovided": info,
  "workload-left-behind": warning,
  "reference-later-phase": warning,
  "child-applications": info,
  "kind-defined-elsewhere": info,
  "hint-malformed": error,
  "hint-unresolved": warning,
  "hint-across-phases": error,

  "barrier-namespace-new": warning,
  "marker-foreign": error,
  "barrier-deadline-short": error,
  "canary-replicas": error,
  "policy-content-named": error,
  "rollout-name-fixed": error,
  "policy-without-status": error,
  "barrier-too-large": error,

  "webhook-refused": error,

  "lockout-own-pods": error,
  "lockout-own-readiness": error,
  "lockout-cluster-scoped": error,
  "lockout-leases": error,
  "lockout-system-pods": error,
  "lockout-mutual": error,
  "lockout-certificate": error,
  "webhook-ca-bundle": error,
  "webhook-backend-missing": warning,
  "webhook-unreachable": warning,
  "webhook-single-replica": warning,
  "webhook-disruption-budget": warning,
  "webhook-same-node": warning,
  "webhook-priority": info,
  "webhook-timeouts": warning,
  "lockout-conversion": warning,
  "lockout-aggregated-api": warning,
  "lockout-signer": error,
  "lockout-registry": error,
  "lockout-gitops": warning,
  "recovery-undone": warning,
  "recovery-forbidden": error,
  "exemption-in-process": info,
  "lockout-other-operations": warning,
  "admission-policy-parameters": info,

  "sources-alike": error,
  "application-guessed": info,
};

/** The worst first. */
export const severityRank: { readonly [S in Severity]: number } = { error: 0, warning: 1, info: 2 };

/** True where a severity is as bad as another or worse. */
export function reaches(severity: Severity, least: Severity): boolean {
  return severityRank[severity] <= severityRank[least];
}

/** Severities by finding code, as the configuration's `severity` block gives them. */
export type SeverityOverrides = Readonly<Record<string, Severity | "off">>;

/** True where the run cannot go on to a report: exit code 2. */
export function isUnreadable(code: FindingCode): boolean {
  return weights[code].unreadable;
}

/**
 * The severity that counts, or `"off"`; overrides never reach findings about unreadable input. What is only possible
 * weighs a step less.
 */
export function severityOf(
  { code, isPossible }: Pick<Finding, "code" | "isPossible">,
  overrides: SeverityOverrides,
): Severity | "off" {
  const weight = weights[code];
  const own = isPossible === true ? lesser[weight.severity] : weight.severity;
  if (weight.unreadable || !Object.hasOwn(overrides, code)) return own;
  return overrides[code] ?? own;
}

const lesser: { readonly [S in Severity]: Severity } = { error: "warning", warning: "info", info: "info" };
