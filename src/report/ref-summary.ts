import { printable } from "../findings/printable.ts";
import { compareText, type ObjectRef } from "../manifest/object-ref.ts";
import { count, enumerate, showRef } from "./text-layout.ts";

const shownKinds = 4;

/** A few objects by name, many by kind: `12 Deployment, 3 Service, 2 others`. */
export function summariseRefs(refs: readonly ObjectRef[], fewest = 2): string {
  return refs.length <= fewest ? enumerate(refs.map(showRef)) : summariseKinds(refs);
}

/** How many there are of each kind, the most frequent first. */
export function summariseKinds(refs: readonly ObjectRef[]): string {
  const kinds = new Map<string, number>();
  for (const { kind } of refs) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const sorted = [...kinds].sort(([a, sizeA], [b, sizeB]) => sizeB - sizeA || compareText(a, b));
  const named = sorted.slice(0, shownKinds).map(([kind, size]) => `${size} ${printable(kind)}`);
  const rest = sorted.slice(shownKinds).reduce((sum, [, size]) => sum + size, 0);
  return [...named, ...(rest > 0 ? [count(rest, "other")] : [])].join(", ");
}
