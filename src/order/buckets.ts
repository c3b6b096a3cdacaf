import { intAt, valueAt } from "./flat-array.ts";

/**
 * Integers sorted into numbered buckets, in two flat arrays instead of one list per bucket: bucket `k` is `items` from
 * `start[k]` up to, not including, `start[k + 1]`.
 */
export interface Buckets {
  readonly start: Int32Array;
  readonly items: Int32Array;
}

/**
 * Sorts the positions of `keys` by their key, a bucket for each key from 0 to `count − 1`. Within a bucket they ascend.
 * Linear (a counting sort).
 */
export function buckets(keys: Int32Array, count: number): Buckets {
  const start = new Int32Array(count + 1);
  for (const key of keys) start[key + 1] = intAt(start, key + 1) + 1;
  for (let key = 0; key < count; key++) start[key + 1] = intAt(start, key + 1) + intAt(start, key);

  const next = start.slice();
  const items = new Int32Array(keys.length);
  for (let position = 0; position < keys.length; position++) {
    const key = intAt(keys, position);
    const slot = intAt(next, key);
    items[slot] = position;
    next[key] = slot + 1;
  }
  return { start, items };
}

/** One bucket, as a view: nothing is copied, but making a view costs too much for buckets of one in an inner loop. */
export function bucket(sorted: Buckets, key: number): Int32Array {
  return sorted.items.subarray(sorted.start[key], sorted.start[key + 1]);
}

/** Sorts the positions of `values` by their value, a bucket for each distinct value, ascending. */
export function bucketsByValue(values: Float64Array): Buckets {
  const distinct = Float64Array.from(new Set(values)).sort();
  const rankOf = new Map<number, number>();
  for (const value of distinct) rankOf.set(value, rankOf.size);
  const ranks = new Int32Array(values.length);
  for (let position = 0; position < values.length; position++) {
    ranks[position] = rankOf.get(valueAt(values, position)) as number;
  }
  return buckets(ranks, rankOf.size);
}
