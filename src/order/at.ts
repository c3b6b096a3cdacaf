/**
 * The element at an index that is known to be in range. The compiler cannot know it; it is said once, here, and holds
 * for the flat arrays of the solver, whose indices all come from a checked problem.
 */
export function at(numbers: Int32Array | Float64Array, index: number): number {
  return numbers[index] as number;
}
