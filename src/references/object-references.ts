import { type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import { isBuiltInGroup } from "../manifest/object-ref.ts";
import { podSpecPath } from "../requests/pod-templates.ts";
import { podReferences } from "./pod-references.ts";
import type { Reference } from "./reference.ts";

type Reader = (manifest: Manifest) => readonly Reference[];

/** Kinds that need something else to do their work, by group and kind; workloads are read by their pod spec. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["rbac.authorization.k8s.io/RoleBinding", roleOf],
  ["rbac.authorization.k8s.io/ClusterRoleBinding", roleOf],
  ["external-secrets.io/ExternalSecret", secretStoreOf],
  ["cert-manager.io/Certificate", issuerOf],
]);

/** What an object names and cannot do without. Kinds that nobody described name nothing that we would know of. */
export function referencesOf(manifest: Manifest): readonly Reference[] {
  const path = podSpecPath(manifest.ref);
  if (path !== undefined) return podReferences(manifest, path);
  return readers.get(`${manifest.ref.group}/${manifest.ref.kind}`)?.(manifest) ?? [];
}

/** Roles of Kubernetes itself (`system:…`, `view`, `cluster-admin` …) are not part of any render. */
function roleOf({ ref, value }: Manifest): readonly Reference[] {
  const name = textAt(value, "roleRef", "name");
  const kind = textAt(value, "roleRef", "kind");
  if (name === undefined || kind === undefined) return [];
  const namespace = kind === "Role" ? ref.namespace : "";
  const to = { group: "rbac.authorization.k8s.io", kind, namespace, name };
  return [{ to, required: false, path: "roleRef.name" }];
}

function secretStoreOf({ ref, value }: Manifest): readonly Reference[] {
  const name = textAt(value, "spec", "secretStoreRef", "name");
  if (name === undefined) return [];
  const kind = textAt(value, "spec", "secretStoreRef", "kind") ?? "SecretStore";
  const namespace = kind === "ClusterSecretStore" ? "" : ref.namespace;
  const to = { group: "external-secrets.io", kind, namespace, name };
  return [{ to, required: true, path: "spec.secretStoreRef.name" }];
}

function issuerOf({ ref, value }: Manifest): readonly Reference[] {
  const issuer = valueAt(value, "spec", "issuerRef");
  const name = textAt(issuer, "name");
  if (name === undefined) return [];
  const group = textAt(issuer, "group") ?? "cert-manager.io";
  if (isBuiltInGroup(group)) return [];
  const kind = textAt(issuer, "kind") ?? "Issuer";
  const namespace = kind.startsWith("Cluster") ? "" : ref.namespace;
  return [{ to: { group, kind, namespace, name }, required: true, path: "spec.issuerRef.name" }];
}
