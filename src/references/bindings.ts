import { appendTo } from "../append-to.ts";
import { isObject, type JsonValue, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/** Finds the role bindings of a render that name a service account, however they spell it. */
export type FindBindings = (account: ObjectRef) => readonly Manifest[];

const bindingKinds: ReadonlySet<string> = new Set(["RoleBinding", "ClusterRoleBinding"]);

/**
 * Indexes role bindings by subject. Beside the account itself, four spellings reach it (rbac/v1 `Subject`,
 * Kubernetes 1.37 `pkg/registry/rbac/validation/rule.go` and `k8s.io/apiserver/pkg/authentication/serviceaccount/util.go`):
 * the user `system:serviceaccount:<namespace>:<name>`, and the groups of all accounts of its namespace, of all accounts,
 * and of everybody who is authenticated.
 */
export function indexBindings(manifests: readonly Manifest[]): FindBindings {
  const bySubject = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const { group, kind } = manifest.ref;
    if (group !== "rbac.authorization.k8s.io" || !bindingKinds.has(kind)) continue;
    for (const key of new Set(subjectKeys(manifest))) {
      appendTo(bySubject, key, manifest);
    }
  }
  return ({ namespace, name }) => {
    const keys = [
      accountKey(namespace, name),
      userKey(`system:serviceaccount:${namespace}:${name}`),
      groupKey(`system:serviceaccounts:${namespace}`),
      groupKey("system:serviceaccounts"),
      groupKey("system:authenticated"),
    ];
    return [...new Set(keys.flatMap((key) => bySubject.get(key) ?? []))];
  };
}

function subjectKeys({ ref, value }: Manifest): readonly string[] {
  const subjects = valueAt(value, "subjects");
  if (!Array.isArray(subjects)) return [];
  return subjects.flatMap((subject) => subjectKey(subject, ref.namespace) ?? []);
}

/** `namespace` counts for accounts only; on a User or a Group it means nothing. */
function subjectKey(subject: JsonValue, bindingNamespace: string): string | undefined {
  if (!isObject(subject)) return undefined;
  const name = textAt(subject, "name") ?? "";
  const kind = textAt(subject, "kind");
  if (kind === "ServiceAccount") return accountKey(textAt(subject, "namespace") || bindingNamespace, name);
  if (kind === "User") return userKey(name);
  return kind === "Group" ? groupKey(name) : undefined;
}

function accountKey(namespace: string, name: string): string {
  return `account ${namespace}/${name}`;
}

function userKey(name: string): string {
  return `user ${name}`;
}

function groupKey(name: string): string {
  return `group ${name}`;
}
