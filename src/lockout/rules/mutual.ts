import { loopFindings, subjectOf } from "../loop-findings.ts";
import type { Loop } from "../loops.ts";
import type { LockoutRule } from "../rule.ts";
import { workloadId } from "../surroundings.ts";

/** LO006: several parts of a cluster wait for each other once all of them are down. */
export const mutual: LockoutRule = {
  id: "LO006",
  find: (facts) => {
    const networks = new Set((facts.model.surroundings.byRole.get("network") ?? []).map(workloadId));
    return loopFindings(facts, "lockout-mutual", (loop) => isMutual(loop, networks));
  },
};

/** What waits for itself, for a part of Kubernetes or the network, or is about something else has rules of its own. */
function isMutual(loop: Loop, networks: ReadonlySet<string>): boolean {
  return (
    subjectOf(loop) === undefined &&
    loop.every(({ from }) => from.ref !== undefined && !networks.has(from.id)) &&
    new Set(loop.map(({ from }) => from.id)).size > 1
  );
}
