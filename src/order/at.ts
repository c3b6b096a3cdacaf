/** The element at an index that is known to be in range: said once, here, since the compiler cannot know it. */
export function at<T>(list: readonly T[], index: number): T {
  return list[index] as T;
}
