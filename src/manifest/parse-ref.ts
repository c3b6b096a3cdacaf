import { isBuiltInGroup, type ObjectRef } from "./object-ref.ts";

/** An object as a person names it. What is undefined was left out, and several objects may answer to it. */
export interface RefPattern {
  readonly kind: string;
  readonly group: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * Reads `KIND[.GROUP]/[NAMESPACE/]NAME`, the form that {@link formatRef} writes; undefined for anything else. A kind
 * holds no dot and a name no slash, so there is one way to read it (apimachinery v0.37 `pkg/api/validation/path`).
 */
export function parseRef(text: string): RefPattern | undefined {
  const [kindAndGroup = "", ...rest] = text.split("/");
  const [name = "", namespace] = rest.toReversed();
  const dot = kindAndGroup.indexOf(".");
  const kind = dot < 0 ? kindAndGroup : kindAndGroup.slice(0, dot);
  const group = dot < 0 ? undefined : kindAndGroup.slice(dot + 1);
  const isWhole = rest.length <= 2 && kind !== "" && group !== "" && name !== "" && namespace !== "";
  return isWhole ? { kind, group, namespace, name } : undefined;
}

/**
 * True for what {@link formatRef} writes of `ref`: a group that was left out is one of Kubernetes itself, a namespace
 * that was left out none at all.
 */
export function isExactly(pattern: RefPattern, ref: ObjectRef): boolean {
  return (
    matches(pattern, ref) &&
    (pattern.namespace ?? "") === ref.namespace &&
    (pattern.group !== undefined || isBuiltInGroup(ref.group))
  );
}

/** True where nothing that was said is wrong: what was left out may be anything. */
export function matches(pattern: RefPattern, ref: ObjectRef): boolean {
  return (
    pattern.kind === ref.kind &&
    pattern.name === ref.name &&
    (pattern.group ?? ref.group) === ref.group &&
    (pattern.namespace ?? ref.namespace) === ref.namespace
  );
}

/**
 * The objects that a pattern means: those it names exactly, else those it leaves open. One is the answer, several have
 * to be told apart, and none means that it is not there.
 */
export function findByRef<T extends { readonly ref: ObjectRef }>(
  pattern: RefPattern,
  objects: readonly T[],
): readonly T[] {
  const exact = objects.filter(({ ref }) => isExactly(pattern, ref));
  return exact.length > 0 ? exact : objects.filter(({ ref }) => matches(pattern, ref));
}

/** The form with its group, whatever it is, for objects that {@link formatRef} writes alike; the core group has none. */
export function formatFullRef({ group, kind, namespace, name }: ObjectRef): string {
  const kindAndGroup = group === "" ? kind : `${kind}.${group}`;
  return namespace === "" ? `${kindAndGroup}/${name}` : `${kindAndGroup}/${namespace}/${name}`;
}
