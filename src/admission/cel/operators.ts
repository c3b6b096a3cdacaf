import { type Environment, Optional } from "@marcbachmann/cel-js";
import { CelMap } from "./cel-map.ts";
import { linearMatcher } from "./linear-matches.ts";
import type { Unknowns } from "./unknown-value.ts";

/**
 * Registers the operators that `rewriteOperators` writes, which answer as the API server's values do (`k8s.io/apiserver`
 * 0.37 `pkg/cel/common/valuesschemalesstyped.go`, cel-go 0.29 `common/types`). Where built-in kinds and custom
 * resources differ, as in comparing a mapping with a string, the answer is unknown: nobody means to ask that.
 * `unknowns` gives those of the evaluation that runs.
 */
export function registerOperators(environment: Environment, unknowns: () => Unknowns): Environment {
  const matches = linearMatcher();
  const fail = (): never => unknowns().raise("a comparison of values of different kinds");
  return environment
    .registerFunction("equals(dyn, dyn): bool", (a: unknown, b: unknown) => equals(a, b, fail, fail))
    .registerFunction("isIn(dyn, dyn): bool", (item: unknown, all: unknown) => isIn(item, all, fail))
    .registerFunction("hasField(dyn, string): bool", (value: unknown, field: string) =>
      hasField(value, field, fail),
    )
    .registerFunction("linearMatches(string, string): bool", (text: string, pattern: string) =>
      matches(text, pattern, unknowns()),
    );
}

/** `mixed` answers for a collection compared with something else, `mixedInside` for the same inside of collections. */
function equals(a: unknown, b: unknown, mixed: () => boolean, mixedInside: () => boolean): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (a instanceof Optional || b instanceof Optional) return mixedInside();
  if (Array.isArray(a)) return Array.isArray(b) ? equalLists(a, b, mixedInside) : mixed();
  const map = asMap(a);
  if (map !== undefined) {
    const other = asMap(b);
    return other === undefined ? mixed() : equalMaps(map, other, mixedInside);
  }
  // A scalar on the left is unequal to whatever is no scalar of its kind.
  // biome-ignore lint/suspicious/noDoubleEquals: cel-go compares int and double by value, and so does this
  return isNumber(a) && isNumber(b) && a == b;
}

function equalLists(a: readonly unknown[], b: readonly unknown[], mixed: () => boolean): boolean {
  return a.length === b.length && a.every((item, index) => equals(item, b[index], mixed, mixed));
}

function equalMaps(
  a: ReadonlyMap<string, unknown>,
  b: ReadonlyMap<string, unknown>,
  mixed: () => boolean,
): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !equals(value, other, mixed, mixed)) return false;
  }
  return true;
}

function isIn(item: unknown, all: unknown, mixedInside: () => boolean): boolean {
  // What compares with an error is not equal, and the search goes on.
  if (Array.isArray(all)) return all.some((other) => equals(other, item, () => false, mixedInside));
  const map = asMap(all);
  if (map === undefined) throw new TypeError("in needs a list or a map");
  return typeof item === "string" ? map.has(item) : mixedInside();
}

function hasField(value: unknown, field: string, unclear: () => boolean): boolean {
  if (value instanceof Optional) return unclear();
  if (Array.isArray(value)) throw new TypeError("a list has no fields");
  return asMap(value)?.has(field) ?? false;
}

/** A map of the request's data, or one that the expression made: the library makes those plain objects. */
function asMap(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (value instanceof CelMap) return value;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return undefined;
  }
  return new Map(Object.entries(value));
}

function isNumber(value: unknown): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}
