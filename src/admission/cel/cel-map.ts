import { isObject, type JsonObject, type JsonValue } from "../../manifest/manifest.ts";
import type { Unknowns } from "./unknown-value.ts";

/** Keys from the root of a value; `*` stands for any position in a list. */
export type CelPath = readonly string[];

/** What is certain about a value whose text we have, but which the API server may see otherwise. */
export interface Certainty {
  /** Whether the API server sees this value (undefined: nothing) at this path. */
  isValueCertain(path: CelPath, value: JsonValue | undefined): boolean;
  /** Whether the mapping at this path has these keys and no others. */
  areKeysCertain(path: CelPath): boolean;
}

/** A JSON value as the CEL library takes it: integers as bigint, mappings as {@link CelMap}. */
export function celValueOf(
  value: JsonValue,
  certainty: Certainty,
  unknowns: Unknowns,
  path: CelPath = [],
): unknown {
  if (typeof value === "number") return celNumber(value, unknowns, path);
  if (isObject(value)) return new CelMap(value, certainty, unknowns, path);
  if (!Array.isArray(value)) return value;
  const inside = [...path, "*"];
  return value.map((item) => {
    if (!certainty.isValueCertain(inside, item)) unknowns.raise(inside.join("."));
    return celValueOf(item, certainty, unknowns, inside);
  });
}

/** Integers beyond 2^53 have lost digits on their way here. */
function celNumber(value: number, unknowns: Unknowns, path: CelPath): bigint | number {
  if (!Number.isInteger(value)) return value;
  if (!Number.isSafeInteger(value)) unknowns.raise(path.join("."));
  return BigInt(value);
}

/** A mapping that is converted as it is read, and that raises an unknown where it is not certain. */
export class CelMap extends Map<string, unknown> {
  readonly #value: JsonObject;
  readonly #certainty: Certainty;
  readonly #unknowns: Unknowns;
  readonly #path: CelPath;
  readonly #read = new Map<string, unknown>();

  static {
    // The library takes a value for a map by its constructor.
    Object.defineProperty(CelMap.prototype, "constructor", { value: Map });
  }

  constructor(value: JsonObject, certainty: Certainty, unknowns: Unknowns, path: CelPath) {
    super();
    this.#value = value;
    this.#certainty = certainty;
    this.#unknowns = unknowns;
    this.#path = path;
  }

  override get(key: string): unknown {
    if (typeof key !== "string") return undefined;
    if (this.#read.has(key)) return this.#read.get(key);
    const path = [...this.#path, key];
    const value = Object.hasOwn(this.#value, key) ? this.#value[key] : undefined;
    if (!this.#certainty.isValueCertain(path, value)) this.#unknowns.raise(path.join("."));
    const read = value === undefined ? undefined : celValueOf(value, this.#certainty, this.#unknowns, path);
    this.#read.set(key, read);
    return read;
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override get size(): number {
    this.#needKeys();
    return Object.keys(this.#value).length;
  }

  override keys(): MapIterator<string> {
    this.#needKeys();
    return Object.keys(this.#value).values();
  }

  /** Asked by the library for the types of a first entry, which may not be certain: none, so that any type will do. */
  override entries(): MapIterator<[string, unknown]> {
    return new Map<string, unknown>().entries();
  }

  override *[Symbol.iterator](): MapIterator<[string, unknown]> {
    this.#needKeys();
    for (const key of Object.keys(this.#value)) yield [key, this.get(key)];
  }

  #needKeys(): void {
    if (this.#certainty.areKeysCertain(this.#path)) return;
    this.#unknowns.raise(`the fields of ${this.#path.join(".") || "the object"}`);
  }
}
