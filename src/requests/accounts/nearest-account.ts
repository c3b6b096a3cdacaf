import type { CertificateSource } from "../certificate-sources.ts";
import { type Accounts, accountIn, accounts } from "./account-rule.ts";

/**
 * The account of the nearest object around a certificate source that names one: the pod spec itself, or, where a custom
 * resource keeps account and volumes apart, what encloses both. `serviceAccountName` wins over its old alias
 * `serviceAccount`, empty strings count as missing (Kubernetes 1.37 `pkg/apis/core/v1/defaults.go`
 * `SetDefaults_PodSpec`), and a pod that names none runs as `default`.
 */
export function nearestAccount({ enclosing }: CertificateSource): Accounts {
  for (const object of enclosing) {
    const account = accountIn(object);
    if (account !== undefined) return { known: true, accounts: [account] };
  }
  return accounts(["default"]);
}
