import { isObject, type JsonValue, valueAt } from "../../manifest/manifest.ts";

/** A value of a policy and the way to it. */
export interface LocatedValue {
  readonly value: JsonValue;
  readonly path: readonly (string | number)[];
}

/**
 * The values that a path of keys leads to, in the order of the text: of a list on the way or at the end, each item. What
 * is not there or null gives nothing.
 */
export function valuesAt(root: LocatedValue, keys: readonly string[]): readonly LocatedValue[] {
  let here = itemsOf(root);
  for (const key of keys) {
    here = here.flatMap(({ value, path }) =>
      isObject(value) ? itemsOf({ value: valueAt(value, key) ?? null, path: [...path, key] }) : [],
    );
  }
  return here;
}

/** The members of the maps that a path leads to, each as `{ key, value }`. */
export function membersAt(root: LocatedValue, keys: readonly string[]): readonly LocatedValue[] {
  return valuesAt(root, keys).flatMap((found) => {
    const { value: map, path } = found;
    if (!isObject(map)) return [found];
    return Object.entries(map).map(([key, value = null]) => ({
      value: { key, value },
      path: [...path, key],
    }));
  });
}

function itemsOf({ value, path }: LocatedValue): readonly LocatedValue[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [{ value, path }];
  return value.flatMap((item: JsonValue, index) => itemsOf({ value: item, path: [...path, index] }));
}
