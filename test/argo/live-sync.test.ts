import { describe, expect, it } from "vitest";
import type { LiveObject } from "../../src/argo/prune-task.ts";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SimulatedSync } from "../../src/argo/simulated-sync.ts";
import { manifest } from "./manifests.ts";

const wave = "argocd.argoproj.io/sync-wave";
const hook = "argocd.argoproj.io/hook";

describe("a sync into a cluster that has objects", () => {
  it("prunes what is rendered no more, and says which live object it was", () => {
    const live = [manifest({ name: "old" }), manifest({ name: "kept" })];

    const { steps } = simulateSync([manifest({ name: "kept" })], { destinationNamespace: "shop", live });

    expect(steps).toEqual([
      { step: 1, group: 1, phase: "Sync", wave: 0, op: "prune", ref: live[0]?.ref, index: undefined },
      { step: 1, group: 2, phase: "Sync", wave: 0, op: "apply", ref: live[1]?.ref, index: 0 },
    ]);
  });

  it("passes a barrier when it syncs selected resources", () => {
    const barrier = manifest({
      apiVersion: "batch/v1",
      kind: "Job",
      name: "barrier",
      annotations: { [wave]: "-1", [hook]: "Sync" },
    });
    const web = manifest({ apiVersion: "apps/v1", kind: "Deployment", name: "web", index: 1 });

    const sync = simulateSync([barrier, web], {
      destinationNamespace: "shop",
      selected: ({ name }) => name === "web",
      skipHooks: true,
    });

    expect(namesOf(sync)).toEqual(["apply web"]);
  });

  it("does not pass a barrier that somebody deletes", () => {
    const barrier = manifest({ name: "barrier", annotations: { [wave]: "-1", [hook]: "Sync" } });

    const sync = simulateSync([barrier, manifest({ name: "web", index: 1 })], {
      destinationNamespace: "shop",
      vanishes: ({ name }) => name === "barrier",
    });

    expect({ ...sync, steps: namesOf(sync) }).toEqual({
      steps: ["apply barrier"],
      outcome: "Failed",
      message:
        "one or more synchronization tasks completed unsuccessfully, reason: Resource /ConfigMap/barrier is missing, it might have been deleted",
    });
  });

  it("stays linear: 5,000 objects to apply and 5,000 to prune in 1,000 waves each", () => {
    const rendered = many("new");
    const live: readonly LiveObject[] = many("old");

    const start = performance.now();
    const { steps, outcome } = simulateSync(rendered, { destinationNamespace: "shop", live });
    const milliseconds = performance.now() - start;

    expect({ outcome, steps: steps.length }).toEqual({ outcome: "Succeeded", steps: 10_000 });
    expect(milliseconds).toBeLessThan(5_000);
  });
});

function many(name: string) {
  return Array.from({ length: 5_000 }, (_, index) =>
    manifest({ name: `${name}-${index}`, index, annotations: { [wave]: String(index % 1_000) } }),
  );
}

function namesOf({ steps }: SimulatedSync): readonly string[] {
  return steps.map(({ op, ref }) => `${op} ${ref.name}`);
}
