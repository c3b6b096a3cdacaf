import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Manifest,
  textAt,
  valueAt,
} from "../manifest/manifest.ts";
import { type BuiltInKind, builtInKind, cohabitantOf } from "./built-in-resources.ts";
import type { Equivalent } from "./request.ts";

/** What the API server serves a kind as. */
export interface ServedResource {
  /** The plural in requests and rules. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** All names under which the objects are served by default, in an order of ours; their own one included. */
  readonly equivalents: readonly Equivalent[];
  /** False where versions exist that a cluster may serve as well. */
  readonly areEquivalentsKnown: boolean;
  /** Whether the API server may fill in absent fields of this version by the schema of its definition. */
  hasDefaults(version: string): boolean;
}

/** What kinds are served as, as far as Kubernetes itself and the definitions of a render tell. */
export interface ResourceTable {
  /** Undefined for kinds that neither of them knows: a plural is never guessed. */
  find(group: string, kind: string): ServedResource | undefined;
}

/** Kinds of Kubernetes 1.37 and those that a CustomResourceDefinition among the manifests defines. */
export function resourcesOf(manifests: readonly Manifest[]): ResourceTable {
  const defined = new Map<string, ServedResource>();
  for (const { ref, value } of manifests) {
    if (ref.kind !== "CustomResourceDefinition" || ref.group !== "apiextensions.k8s.io") continue;
    const group = textAt(value, "spec", "group");
    const kind = textAt(value, "spec", "names", "kind");
    const served = customResource(value);
    if (group !== undefined && kind !== undefined && served !== undefined)
      defined.set(`${group}/${kind}`, served);
  }
  const known = new Map<string, ServedResource>();
  return {
    find(group, kind) {
      const key = `${group}/${kind}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const row = builtInKind(group, kind);
      const served = row === undefined ? defined.get(key) : builtInResource(group, row);
      if (served !== undefined) known.set(key, served);
      return served;
    },
  };
}

function builtInResource(
  group: string,
  { kind, resource, isNamespaced, versions }: BuiltInKind,
): ServedResource {
  const byDefault = versions.filter((version) => !/alpha|beta/.test(version));
  const cohabitant = cohabitantOf(group, resource);
  return {
    resource,
    isNamespaced,
    equivalents: [
      ...byDefault.map((version) => ({ group, version, resource, kind })),
      ...(cohabitant === undefined ? [] : [{ ...cohabitant, kind }]),
    ],
    areEquivalentsKnown: byDefault.length === versions.length,
    // Those of built-in kinds are known one by one: see cel/built-in-changes.ts.
    hasDefaults: () => false,
  };
}

/** apiextensions.k8s.io/v1 only, which is what Kubernetes serves since 1.22. */
function customResource(definition: JsonObject): ServedResource | undefined {
  const group = textAt(definition, "spec", "group");
  const kind = textAt(definition, "spec", "names", "kind");
  const resource = textAt(definition, "spec", "names", "plural");
  const scope = textAt(definition, "spec", "scope");
  const versions = valueAt(definition, "spec", "versions");
  if (group === undefined || kind === undefined || resource === undefined || !Array.isArray(versions)) {
    return undefined;
  }
  if (scope !== "Namespaced" && scope !== "Cluster") return undefined;
  const served = versions.filter((version) => valueAt(version, "served") === true);
  return {
    resource,
    isNamespaced: scope === "Namespaced",
    equivalents: served.map((version) => ({ group, version: textAt(version, "name") ?? "", resource, kind })),
    areEquivalentsKnown: true,
    hasDefaults(name) {
      const version = served.find((candidate) => textAt(candidate, "name") === name);
      return version === undefined || containsDefault(valueAt(version, "schema"));
    },
  };
}

/** Whether a schema, or a property that is called so, says `default` anywhere. Iterative: schemas are deep and large. */
function containsDefault(schema: JsonValue | undefined): boolean {
  const seen = new Set<JsonValue>();
  const stack: JsonValue[] = schema === undefined ? [] : [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (seen.has(value)) continue;
    if (Array.isArray(value)) {
      seen.add(value);
      for (const item of value) stack.push(item);
    } else if (isObject(value)) {
      seen.add(value);
      if (Object.hasOwn(value, "default")) return true;
      for (const child of Object.values(value)) if (child !== undefined) stack.push(child);
    }
  }
  return false;
}
