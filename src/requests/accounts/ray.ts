import { textAt, valueAt } from "../../manifest/manifest.ts";
import type { CertificateSource } from "../certificate-sources.ts";
import { type AccountRule, accounts, unknownAccount } from "./account-rule.ts";
import { nearestAccount } from "./nearest-account.ts";

/**
 * Pods of Ray run as their template says, but for one: with `enableInTreeAutoscaling` the head's pod runs under the
 * name of the RayCluster where its template names no account. A RayJob, RayService or RayCronJob makes a RayCluster
 * whose name ends in random characters. (KubeRay 1.7 `ray-operator/controllers/ray/common/pod.go`,
 * `utils/util.go` `GetHeadGroupServiceAccountName`, `CheckName`, `GenerateRayClusterName`.)
 *
 * `cluster` is the path of the RayCluster's spec inside the object.
 */
export function rayAccount(cluster: readonly string[]): AccountRule {
  const head = [...cluster, "headGroupSpec"];
  return ([{ ref, value }]) => {
    const isAutoscaled = valueAt(value, ...cluster, "enableInTreeAutoscaling") === true;
    const stated = textAt(value, ...head, "template", "spec", "serviceAccountName") ?? "";
    if (!isAutoscaled || stated !== "") return nearestAccount;
    const account = cluster.length === 1 ? accounts([shortened(ref.name)]) : unknownAccount(madeUp);
    return (source) => (startsWith(source, head) ? account : nearestAccount(source));
  };
}

const madeUp =
  "with enableInTreeAutoscaling the head's pod runs under the name of the RayCluster, which is made up at run time, unless the head's template names an account";

function startsWith({ path }: CertificateSource, start: readonly string[]): boolean {
  return start.every((step, at) => path[at] === step);
}

/** At most the last 50 characters, and no digit or punctuation in front (`CheckName`). */
function shortened(name: string): string {
  return name.slice(-50).replace(/^[^a-z]/i, "r");
}
