import { describe, expect, it } from "vitest";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncStep } from "../../src/argo/step-log.ts";
import { groupOf, isOneOf, type OracleStep, readOracle, toSyncObject } from "./objects.ts";

type Comparable = Omit<SyncStep, "index" | "phase" | "op"> & { phase: string; op: string };

describe("a simulated sync agrees with Argo CD's own engine", () => {
  it.each([...readOracle("cases"), ...readOracle("hooks-and-namespaces")])("$id", (given) => {
    const objects = given.manifests.map((object, index) =>
      toSyncObject(object, index, given.destinationNamespace),
    );

    const simulated = simulateSync(objects, {
      destinationNamespace: given.destinationNamespace,
      createNamespace: given.createNamespace ?? false,
      neverHealthy: isOneOf(given.neverHealthy),
      degraded: isOneOf(given.degraded),
    });

    expect({
      order: sortDeletions(simulated.steps.map(withoutIndex)),
      outcome: simulated.outcome,
      message: simulated.message,
    }).toEqual({
      order: sortDeletions(given.order.map(fromOracle)),
      outcome: given.outcome,
      message: given.message,
    });
  });
});

function withoutIndex({ index: _, ...step }: SyncStep): Comparable {
  return step;
}

function fromOracle(step: OracleStep): Comparable {
  const { apiVersion, kind, namespace, name, ...rest } = step;
  return { ...rest, ref: { group: groupOf(apiVersion), kind, namespace, name } };
}

/** Deletions of one step happen at the same time: by kind and name, with the numbers of their groups handed out anew. */
function sortDeletions(order: readonly Comparable[]): readonly Comparable[] {
  const sorted = [...order];
  const at = order.flatMap((step, position) => (step.op === "hook-delete" ? [position] : []));
  const deletions = at
    .map((position) => order[position])
    .filter((step) => step !== undefined)
    .sort((a, b) => a.step - b.step || (nameOf(a) < nameOf(b) ? -1 : 1));
  at.forEach((position, turn) => {
    const [deletion, here] = [deletions[turn], order[position]];
    if (deletion !== undefined && here !== undefined) {
      sorted[position] = { ...deletion, group: here.group };
    }
  });
  return sorted;
}

function nameOf({ ref }: Comparable): string {
  return `${ref.kind}/${ref.namespace}/${ref.name}`;
}
