import type { SignerConfig } from "../config/config.ts";
import { isObject, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import { compareRefs, type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { isNamed } from "../references/content-hash.ts";
import { podReferences } from "../references/pod-references.ts";
import { podSpecPath } from "../requests/pod-templates.ts";

/** Which objects carry a policy, as the configuration says it. */
export interface PolicySelector {
  readonly group: string;
  readonly kind: string;
  /** Undefined for what lives in no namespace or, without a name, for every namespace. */
  readonly namespace: string | undefined;
  /** Undefined for every object of the kind. */
  readonly name: string | undefined;
  /** The key of a ConfigMap that holds the policy's text. */
  readonly key: string | undefined;
}

export interface ResolvedPolicies {
  /** Objects of the render; empty where the policy is external. */
  readonly policies: readonly Manifest[];
  /** Several objects of which only one can be meant, while nothing says which. */
  readonly candidates: readonly Manifest[];
}

/**
 * The objects of the render that carry a policy. One with a configured name may have kustomize's hash suffix; where the
 * signer's workload is in the render, what its pods mount or take their environment from decides between several, and
 * finds a ConfigMap that got another name on its way (a prefix of helm or kustomize).
 */
export function resolvePolicies(
  selector: PolicySelector,
  workload: SignerConfig["workload"],
  manifests: readonly Manifest[],
): ResolvedPolicies {
  const objects = lastOfEach(manifests.filter((manifest) => isOfKind(selector, manifest)));
  const { name } = selector;
  if (name === undefined) return { policies: objects, candidates: [] };
  const used = usedNames(selector, workload, manifests);
  const usedAndNamed = [...used].filter((one) => isNamed(name, one));
  if (usedAndNamed.length > 0) return onlyOne(objects.filter(({ ref }) => usedAndNamed.includes(ref.name)));
  const named = objects.filter(({ ref }) => isNamed(name, ref.name));
  const exact = named.filter(({ ref }) => ref.name === name);
  if (named.length > 0) return onlyOne(exact.length > 0 ? exact : named);
  return onlyOne(objects.filter((object) => used.has(object.ref.name) && hasKey(object, selector.key)));
}

function onlyOne(found: readonly Manifest[]): ResolvedPolicies {
  return found.length > 1
    ? { policies: [], candidates: found }
    : {
        policies: found,
        candidates: [],
      };
}

/** Scopes of kinds that no definition in the render describes are not known: what states no namespace may have none. */
function isOfKind({ group, kind, namespace, name }: PolicySelector, { ref, value }: Manifest): boolean {
  if (ref.group !== group || ref.kind !== kind) return false;
  if (namespace !== undefined) return ref.namespace === namespace;
  return name === undefined || (textAt(value, "metadata", "namespace") ?? "") === "";
}

/** Of objects with one identity Argo CD keeps the last. Sorted, so that their order in the render means nothing. */
function lastOfEach(manifests: readonly Manifest[]): readonly Manifest[] {
  const byIdentity = new Map(manifests.map((manifest) => [refKey(manifest.ref), manifest]));
  return [...byIdentity.values()].sort((a, b) => compareRefs(a.ref, b.ref));
}

/** The ConfigMaps that the pods of the signer mount or read variables from; a pod sees those of its namespace only. */
function usedNames(
  { group, kind, namespace }: PolicySelector,
  workload: SignerConfig["workload"],
  manifests: readonly Manifest[],
): ReadonlySet<string> {
  if (workload === undefined || group !== "" || kind !== "ConfigMap" || workload.namespace !== namespace) {
    return new Set();
  }
  const ref: ObjectRef = {
    group: "apps",
    kind: workload.kind,
    namespace: workload.namespace,
    name: workload.name,
  };
  const wanted = refKey(ref);
  const found = manifests.findLast((manifest) => refKey(manifest.ref) === wanted);
  const path = podSpecPath(ref);
  if (found === undefined || path === undefined) return new Set();
  const references = podReferences(found, path).filter(({ to }) => to.kind === "ConfigMap");
  return new Set(references.map(({ to }) => to.name));
}

function hasKey({ value }: Manifest, key: string | undefined): boolean {
  if (key === undefined) return false;
  return ["data", "binaryData"].some((field) => {
    const map = valueAt(value, field);
    return isObject(map) && Object.hasOwn(map, key);
  });
}
