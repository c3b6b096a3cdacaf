import { textAt } from "../../manifest/manifest.ts";
import { accounts, type Chain } from "./account-rule.ts";

/**
 * The pods of a Cluster and of a Pooler run as the object's own name, or from 1.29 as its `spec.serviceAccountName`;
 * what a Pooler's template says is overwritten. (CloudNativePG 1.30 `api/v1/cluster_funcs.go`, `api/v1/pooler_funcs.go`
 * `GetServiceAccountName`; `pkg/specs/pods.go`, `pkg/specs/jobs.go`, `pkg/specs/pgbouncer/deployments.go`. 1.28 knows
 * the name of the object only.)
 */
export function cloudNativePgAccount([{ ref, value }]: Chain) {
  const account = accounts([textAt(value, "spec", "serviceAccountName") || ref.name]);
  return () => account;
}
