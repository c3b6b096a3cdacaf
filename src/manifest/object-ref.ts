/**
 * Identity of a Kubernetes object: a value without a version, so that two API versions of one object are the same
 * object, as they are for Argo CD (gitops-engine 3.6 `pkg/utils/kube.GetResourceKey`).
 *
 * `group` is `""` for the core group, `namespace` is `""` for cluster-scoped objects.
 */
export interface ObjectRef {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** One string per identity, for maps and sets. Not for people: see {@link formatRef}. */
export function refKey(ref: ObjectRef): string {
  return `${ref.group}\u0000${ref.kind}\u0000${ref.namespace}\u0000${ref.name}`;
}

/** A total order over identities by kind, namespace, name, group: whatever becomes a list is sorted by it. */
export function compareRefs(a: ObjectRef, b: ObjectRef): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.name, b.name) ||
    compareText(a.group, b.group)
  );
}

/** Code-unit order: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * `KIND[.GROUP]/[NAMESPACE/]NAME`, the form that the command line takes back. The group is written only where the kind
 * alone would not say it: groups of Kubernetes itself (no dot, or under `k8s.io`) are left out.
 */
export function formatRef(ref: ObjectRef): string {
  const kind = isBuiltInGroup(ref.group) ? ref.kind : `${ref.kind}.${ref.group}`;
  return ref.namespace === "" ? `${kind}/${ref.name}` : `${kind}/${ref.namespace}/${ref.name}`;
}

/** Groups that Kubernetes itself serves: the core group, dotless ones such as `apps`, and those under `k8s.io`. */
export function isBuiltInGroup(group: string): boolean {
  return !group.includes(".") || group.endsWith(".k8s.io");
}
