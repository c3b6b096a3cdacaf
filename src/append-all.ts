/**
 * Appends one list to another. `into.push(...from)` passes every item as an argument, and from about 120,000 on that
 * overflows the stack: a render decides how long lists are, so nothing here is spread into such a call.
 */
export function appendAll<T>(into: T[], from: Iterable<T>): void {
  for (const item of from) into.push(item);
}
