import type { Document, Source } from "./document.ts";
import type { ObjectRef } from "./object-ref.ts";

/**
 * A value as Go gives it: what JSON can hold. Whole numbers are bigints where a double is not exact and 64 bits are: see
 * {@link jsonNumber}. `JSON.stringify` does not take those.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A mapping as it was read. Always made without a prototype, so that `__proto__` is a key like any other. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** One Kubernetes object of the render, as Argo CD would see it. Items of a `List` are objects of their own. */
export interface Manifest {
  /** Position among all manifests of the render, in input order: the stable id of the pipeline. */
  readonly index: number;
  /** Identity with the destination namespace filled in where a namespaced object states none. Never written back. */
  readonly ref: ObjectRef;
  /**
   * True for a namespaced object that states no namespace, in an application without a destination namespace: where it
   * goes nobody knows, and its `ref` has none.
   */
  readonly lacksNamespace?: true;
  readonly apiVersion: string;
  /** The whole object as read. Shared structure is possible where the text uses aliases: never change it. */
  readonly value: JsonObject;
  /** `metadata.annotations`, only where all of them are strings; empty where one is not (a finding says so). */
  readonly annotations: Readonly<Record<string, string>>;
  /** The document whose text holds the object. */
  readonly document: Document;
  /** Where the object stands inside its document: `[]`, or `["items", 3]` in a list. */
  readonly path: readonly (string | number)[];
  readonly source: Source;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of keys and indices, or undefined where the path leaves what is there. */
export function valueAt(
  value: JsonValue | undefined,
  ...path: readonly (string | number)[]
): JsonValue | undefined {
  let here = value;
  for (const step of path) {
    if (typeof step === "number") {
      here = Array.isArray(here) ? here[step] : undefined;
    } else {
      here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
    }
  }
  return here;
}

/** The string at a path, or undefined where there is none or something else. */
export function textAt(
  value: JsonValue | undefined,
  ...path: readonly (string | number)[]
): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}
