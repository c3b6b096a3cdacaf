import type { Outcome } from "../../findings/finding.ts";
import type { Edge, OrderContext } from "../order-graph.ts";
import { findNeeds } from "./find-needs.ts";
import { prerequisiteNeeds } from "./prerequisite-needs.ts";

/**
 * What a hint puts earlier takes along what it names, as everything before a barrier does: a Deployment whose account
 * stays behind makes no pods, and a sync that waits for it never gets to the account. A hint that asks for just that is a
 * circle. What is named and not there is not told, since nobody waits for it who did not before.
 */
export function hintedNeeds(context: OrderContext, edges: readonly Edge[]): Outcome<readonly Edge[]> {
  const hinted = edges.filter(({ reason }) => reason === "hint").map(({ before }) => before);
  const { value } = findNeeds(context, edges, hinted, [prerequisiteNeeds]);
  return { value, findings: [] };
}
