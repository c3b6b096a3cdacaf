/**
 * The integer at an index that is known to be in range. The compiler cannot know it; it is said once, here, and holds
 * for the flat arrays of the solver, whose indices all come from a checked problem.
 */
export function intAt(integers: Int32Array, index: number): number {
  return integers[index] as number;
}

/** The same for values and bounds. Two functions, because engines compile one that sees a single kind of array better. */
export function valueAt(values: Float64Array, index: number): number {
  return values[index] as number;
}
