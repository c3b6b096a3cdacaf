import { isObject, type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/** The kinds that an API server serves, by API version (`apps/v1`), as its discovery lists them. */
export type ServedKinds = ReadonlyMap<string, ReadonlySet<string>>;

/** What an API server serves in the course of a sync: what it served before, and what applied CRDs add. */
export class ServedNow {
  readonly #kinds = new Map<string, Set<string>>();
  readonly #servesAll: boolean;

  constructor(before: ServedKinds | undefined) {
    this.#servesAll = before === undefined;
    for (const [apiVersion, kinds] of before ?? []) {
      this.#kinds.set(apiVersion, new Set(kinds));
    }
  }

  /** Undefined stands for the Namespace that Argo CD makes itself: every API server serves its kind. */
  serves(value: JsonObject | undefined, kind: string): boolean {
    return this.#servesAll || value === undefined || this.#kinds.get(versionOf(value))?.has(kind) === true;
  }

  /**
   * What Argo CD says of a kind that is not served: client-go's words, which depend on whether anything is served under
   * the API version (gitops-engine 3.6.1 `pkg/utils/kube/kube.go` `ServerResourceForGroupVersionKind`).
   */
  explainMissing(value: JsonObject | undefined, { group, kind }: ObjectRef): string {
    const apiVersion = versionOf(value);
    return this.#kinds.has(apiVersion)
      ? `${group === "" ? kind : `${kind}.${group}`} "" not found`
      : `failed to discover server resources for group version ${apiVersion}: the server could not find the requested resource`;
  }

  /** If it was a CRD that was applied, its kind is served from now on. */
  learn(applied: JsonObject | undefined): void {
    const definition = this.#servesAll || applied === undefined ? undefined : readDefinition(applied);
    if (definition === undefined) {
      return;
    }
    for (const version of definition.versions) {
      const apiVersion = `${definition.group}/${version}`;
      const kinds = this.#kinds.get(apiVersion) ?? new Set();
      this.#kinds.set(apiVersion, kinds.add(definition.kind));
    }
  }
}

/** kubectl's words are longer, and name a temporary file. */
export function explainNoMapping(value: JsonObject | undefined, kind: string): string {
  return `no matches for kind "${kind}" in version "${versionOf(value)}"`;
}

function versionOf(value: JsonObject | undefined): string {
  return textAt(value, "apiVersion") ?? "";
}

interface Definition {
  readonly group: string;
  readonly kind: string;
  /** The names of the versions that are served. */
  readonly versions: readonly string[];
}

/** What a CRD defines; undefined for what is none, or names no group or kind. */
export function readDefinition(value: JsonObject): Definition | undefined {
  const isDefinition =
    textAt(value, "kind") === "CustomResourceDefinition" &&
    textAt(value, "apiVersion")?.startsWith("apiextensions.k8s.io/") === true;
  const group = textAt(value, "spec", "group");
  const kind = textAt(value, "spec", "names", "kind");
  if (!isDefinition || group === undefined || kind === undefined) {
    return undefined;
  }
  const listed = valueAt(value, "spec", "versions");
  const versions = (Array.isArray(listed) ? listed : []).flatMap((version) =>
    isObject(version) && version.served !== false ? [textAt(version, "name") ?? ""] : [],
  );
  return { group, kind, versions };
}
