import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulateSync } from "../../src/argo/simulate.ts";
import { runs } from "../runs.ts";
import { manifest } from "./manifests.ts";
import { isOneOf, readOracle, toSyncObject } from "./objects.ts";

const wave = "argocd.argoproj.io/sync-wave";
const hook = "argocd.argoproj.io/hook";

const policy = manifest({ name: "policy", index: 0, annotations: { [wave]: "-1000" } });
const barrier = manifest({
  apiVersion: "batch/v1",
  kind: "Job",
  name: "barrier",
  index: 1,
  annotations: {
    [wave]: "-1",
    [hook]: "Sync",
    "argocd.argoproj.io/hook-delete-policy": "BeforeHookCreation,HookSucceeded",
  },
});
const dependent = manifest({ apiVersion: "apps/v1", kind: "Deployment", name: "web", index: 2 });

describe("simulateSync", () => {
  it("applies policy, barrier and dependent one after the other, and deletes the barrier at the end", () => {
    const { steps, outcome, message } = simulateSync([dependent, barrier, policy], {
      destinationNamespace: "shop",
    });

    expect(steps.map(({ step, group, op, ref, index }) => [step, group, op, ref.name, index])).toEqual([
      [1, 1, "apply", "policy", 0],
      [2, 2, "apply", "barrier", 1],
      [3, 3, "apply", "web", 2],
      [3, 4, "hook-delete", "barrier", 1],
    ]);
    expect({ outcome, message }).toEqual({
      outcome: "Succeeded",
      message: "successfully synced (all tasks run)",
    });
  });

  it("leaves the dependent alone while the barrier is not done", () => {
    const { steps, outcome, message } = simulateSync([policy, barrier, dependent], {
      destinationNamespace: "shop",
      neverHealthy: isOneOf(["Job/barrier"]),
    });

    expect(steps.map(({ ref }) => ref.name)).toEqual(["policy", "barrier"]);
    expect({ outcome, message }).toEqual({
      outcome: "Running",
      message: "waiting for completion of hook batch/Job/barrier",
    });
  });

  it("leaves the dependent alone when the barrier fails, and runs the SyncFail hooks", () => {
    const alarm = manifest({
      apiVersion: "batch/v1",
      kind: "Job",
      name: "alarm",
      index: 3,
      annotations: { [hook]: "SyncFail" },
    });
    const { steps, outcome } = simulateSync([policy, barrier, dependent, alarm], {
      destinationNamespace: "shop",
      degraded: isOneOf(["Job/barrier"]),
    });

    expect(steps.map(({ phase, op, ref }) => [phase, op, ref.name])).toEqual([
      ["Sync", "apply", "policy"],
      ["Sync", "apply", "barrier"],
      ["SyncFail", "apply", "alarm"],
    ]);
    expect(outcome).toBe("Failed");
  });

  it("has nothing to do for no objects", () => {
    expect(simulateSync([], { destinationNamespace: "shop" })).toEqual({
      steps: [],
      outcome: "Succeeded",
      message: "successfully synced (no more tasks)",
    });
  });

  it("keeps the last of two objects with the same identity, whatever their phases", () => {
    const early = manifest({ index: 0, annotations: { [hook]: "PreSync" } });
    const late = manifest({ index: 1, annotations: { [wave]: "3" } });

    expect(simulateSync([early, late], { destinationNamespace: "shop" }).steps).toEqual([
      {
        step: 1,
        group: 1,
        phase: "Sync",
        wave: 3,
        op: "apply",
        ref: late.ref,
        index: 1,
      },
    ]);
  });

  it("keeps all hooks that have their names generated", () => {
    const generated = [0, 1].map((index) =>
      manifest({
        index,
        name: "",
        annotations: { [hook]: "PreSync" },
        metadata: { generateName: `migrate-${index}-` },
      }),
    );

    expect(
      simulateSync(generated, { destinationNamespace: "shop" }).steps.map(({ ref }) => ref.name),
    ).toEqual(["migrate-0-", "migrate-1-"]);
  });

  it("gives the same answer for the same objects in another order", () => {
    const cases = readOracle("cases").slice(0, 100);
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.infiniteStream(fc.nat()), (given, randoms) => {
        const objects = given.manifests.map((object, index) =>
          toSyncObject(object, index, given.destinationNamespace),
        );
        const shuffled = objects
          .map((object) => ({ object, at: randoms.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ object }) => object);
        const options = {
          destinationNamespace: given.destinationNamespace,
          neverHealthy: isOneOf(given.neverHealthy),
        };

        expect(simulateSync(shuffled, options)).toEqual(simulateSync(objects, options));
      }),
      runs(100),
    );
  });
});
