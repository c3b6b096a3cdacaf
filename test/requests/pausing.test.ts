import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { findPausing } from "../../src/requests/pausing.ts";
import { deployment, workload } from "./make-manifest.ts";

describe("a dependent that can stop for a person", () => {
  const steps = (...list: readonly JsonObject[]) => ({ canary: { steps: list } });
  it.each<[string, JsonObject, string | undefined]>([
    ["a pause without end", steps({ setWeight: 20 }, { pause: {} }), "spec.strategy.canary.steps[1].pause"],
    [
      "a pause with an end before one without",
      steps({ pause: { duration: "10m" } }, { pause: { duration: null } }),
      "spec.strategy.canary.steps[1].pause",
    ],
    ["pauses that end", steps({ pause: { duration: 30 } }), undefined],
    [
      "promotion by hand",
      { blueGreen: { autoPromotionEnabled: false } },
      "spec.strategy.blueGreen.autoPromotionEnabled",
    ],
    ["promotion by itself", { blueGreen: { activeService: "api" } }, undefined],
  ])("is told: %s", (_, strategy, field) => {
    const rollout = workload("argoproj.io/v1alpha1", "Rollout", { strategy });
    expect(findPausing([rollout, rollout])).toEqual(
      field === undefined
        ? []
        : [{ code: "dependent-can-pause", refs: [rollout.ref], source: rollout.source, args: { field } }],
    );
  });

  it("is nothing that other kinds do", () => {
    expect(findPausing([deployment({ paused: true })])).toEqual([]);
  });
});
