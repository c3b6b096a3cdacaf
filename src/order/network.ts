import { type Buckets, buckets } from "./buckets.ts";
import type { Problem, Variable } from "./constraint.ts";

/** A problem in flat arrays, with each variable's constraints at hand in both directions. */
export interface Network {
  /** Number of variables. */
  readonly size: number;
  readonly upper: Float64Array;
  readonly groups: readonly (readonly number[])[];
  /** Per constraint. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly gap: Int32Array;
  /** Per variable, the constraints in which it comes before; by ascending index. */
  readonly outgoing: Buckets;
  /** Per variable, the constraints in which it comes after; by ascending index. */
  readonly incoming: Buckets;
}

/** Throws RangeError where an index leads nowhere, or a number is one that integers of a double cannot count with. */
export function network(problem: Problem): Network {
  const { variables, constraints } = problem;
  const size = variables.length;
  // A value lies at most one below that of each other variable, so this keeps all of them exact.
  const lowest = Number.MIN_SAFE_INTEGER + size;
  const upper = new Float64Array(size);
  variables.forEach((variable, index) => {
    upper[index] = checkedUpper(variable, index, lowest);
  });

  const before = new Int32Array(constraints.length);
  const after = new Int32Array(constraints.length);
  const gap = new Int32Array(constraints.length);
  constraints.forEach((constraint, index) => {
    before[index] = checkedEnd(constraint.before, index, size);
    after[index] = checkedEnd(constraint.after, index, size);
    gap[index] = constraint.gap;
  });
  return {
    size,
    upper,
    groups: variables.map((variable) => variable.groups),
    before,
    after,
    gap,
    outgoing: buckets(before, size),
    incoming: buckets(after, size),
  };
}

function checkedUpper({ upper }: Variable, index: number, lowest: number): number {
  const countable = Number.isSafeInteger(upper) && upper >= lowest;
  if (!countable && upper !== Number.POSITIVE_INFINITY) {
    throw new RangeError(
      `variable ${index} has the upper bound ${upper}: it must be Infinity or an integer from ${lowest}`,
    );
  }
  // Adding 0 turns −0, which a wave of "-0" reads as, into 0.
  return upper + 0;
}

function checkedEnd(end: number, constraint: number, size: number): number {
  if (Number.isInteger(end) && end >= 0 && end < size) return end;
  throw new RangeError(`constraint ${constraint} names variable ${end}: there are ${size}, counted from 0`);
}
