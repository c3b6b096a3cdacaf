import { isObject, type JsonValue, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import type { Workload } from "./workload.ts";

/** Names of signers, or a domain with `*` behind it, that a workload's account may sign for. */
export type SignersOf = (workload: Workload) => readonly string[];

/**
 * Which signers an account may sign certificates of: by the verb `sign` on `signers` (kubernetes 1.37
 * `plugin/pkg/admission/certificates/signing`), through a ClusterRole and its bindings.
 */
export function indexSigningRights(manifests: readonly Manifest[]): SignersOf {
  const signersByRole = new Map<string, readonly string[]>();
  for (const { ref, value } of manifests) {
    if (ref.kind !== "ClusterRole") continue;
    const signers = itemsAt(valueAt(value, "rules")).flatMap(signersOfRule);
    if (signers.length > 0) signersByRole.set(ref.name, signers);
  }
  const signersByAccount = new Map<string, string[]>();
  for (const { ref, value } of manifests) {
    if (ref.kind !== "ClusterRoleBinding") continue;
    const signers = signersByRole.get(textAt(value, "roleRef", "name") ?? "") ?? [];
    if (signers.length === 0) continue;
    for (const subject of itemsAt(valueAt(value, "subjects"))) {
      if (textAt(subject, "kind") !== "ServiceAccount") continue;
      const key = `${textAt(subject, "namespace")}/${textAt(subject, "name")}`;
      signersByAccount.set(key, [...(signersByAccount.get(key) ?? []), ...signers]);
    }
  }
  return ({ accountName, manifest }) =>
    signersByAccount.get(`${manifest.ref.namespace}/${accountName}`) ?? [];
}

/** Whether a right to sign covers a signer: its name, or `<domain>/*`. */
export function coversSigner(right: string, signerName: string): boolean {
  return right === signerName || (right.endsWith("/*") && signerName.startsWith(right.slice(0, -1)));
}

function signersOfRule(rule: JsonValue): readonly string[] {
  const has = (field: string, wanted: string): boolean => {
    const list = textsAt(valueAt(rule, field));
    return list.includes(wanted) || list.includes("*");
  };
  const isSigning =
    has("apiGroups", "certificates.k8s.io") && has("resources", "signers") && has("verbs", "sign");
  return isSigning ? textsAt(valueAt(rule, "resourceNames")) : [];
}

function itemsAt(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textsAt(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
