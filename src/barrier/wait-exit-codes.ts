/**
 * Exit codes of `grantwave wait`. Argo CD shows of a failed hook Job nothing but its condition (gitops-engine 3.6
 * `pkg/health/health_job.go`), and the condition names the exit code where a rule of the Job's podFailurePolicy matches
 * it: so one rule for each.
 */
export const waitExitCodes = {
  /** The deadline passed and the grants were not loaded. */
  deadline: 10,
  /** No signer workload, neither running nor known: most likely a typing error in the configuration. */
  signerNotFound: 11,
  /** The service account of the barrier may not read what it needs. */
  forbidden: 12,
  /** The live policy lacks a grant that this sync needs. */
  grantMissing: 13,
} as const;
