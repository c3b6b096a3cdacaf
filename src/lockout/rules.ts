import type { LockoutRule } from "./rule.ts";
import { aggregatedApi } from "./rules/aggregated-api.ts";
import { caBundle } from "./rules/ca-bundle.ts";
import { certificateLoop } from "./rules/certificate-loop.ts";
import { clusterScoped } from "./rules/cluster-scoped.ts";
import { conversion } from "./rules/conversion.ts";
import { disruptionBudget } from "./rules/disruption-budget.ts";
import { gitops } from "./rules/gitops.ts";
import { inProcess } from "./rules/in-process.ts";
import { leases } from "./rules/leases.ts";
import { missingBackend } from "./rules/missing-backend.ts";
import { mutual } from "./rules/mutual.ts";
import { networkPolicy } from "./rules/network-policy.ts";
import { otherOperations } from "./rules/other-operations.ts";
import { ownPods } from "./rules/own-pods.ts";
import { ownReadiness } from "./rules/own-readiness.ts";
import { policyParameters } from "./rules/policy-parameters.ts";
import { priority } from "./rules/priority.ts";
import { recoveryForbidden } from "./rules/recovery-forbidden.ts";
import { registryLoop } from "./rules/registry-loop.ts";
import { sameNode } from "./rules/same-node.ts";
import { signerLoop } from "./rules/signer-loop.ts";
import { singleReplica } from "./rules/single-replica.ts";
import { systemPods } from "./rules/system-pods.ts";
import { timeouts } from "./rules/timeouts.ts";
import { undone } from "./rules/undone.ts";

/** Every rule, in the order of the catalogue in docs/lockout.md. */
export const lockoutRules: readonly LockoutRule[] = [
  ownPods,
  ownReadiness,
  clusterScoped,
  leases,
  systemPods,
  mutual,
  certificateLoop,
  caBundle,
  missingBackend,
  networkPolicy,
  singleReplica,
  disruptionBudget,
  sameNode,
  priority,
  timeouts,
  conversion,
  aggregatedApi,
  signerLoop,
  registryLoop,
  gitops,
  undone,
  recoveryForbidden,
  inProcess,
  otherOperations,
  policyParameters,
];
