import { expect, it } from "vitest";
import { configWith, planOf, wavesOf } from "./planned-waves.ts";

function configMap(name: string, annotations: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "web", annotations },
  });
}

/** One that has to come first though it stands last, and another between the two. */
function planWith(hook: string) {
  const late = configMap("late", {
    "argocd.argoproj.io/hook": "Sync,SyncFail",
    "argocd.argoproj.io/sync-wave": "2",
  });
  const between = configMap("between", {
    "argocd.argoproj.io/hook": hook,
    "argocd.argoproj.io/sync-wave": "1",
  });
  const first = configMap("first", { "grantwave.dev/after": "ConfigMap/late" });
  return planOf([late, between, first].join("\n---\n"), configWith());
}

it("gives no order up that only hooks of a failed sync have, which run all at once", () => {
  const result = planWith("SyncFail");
  expect(wavesOf(result)).toEqual({ "ConfigMap/late": -1, "ConfigMap/between": 1, "ConfigMap/first": 0 });
  expect(result.findings).toEqual([]);
});

it("tells of the order that hooks lose in a phase that waves order", () => {
  expect(planWith("Sync").findings).toMatchObject([
    { code: "order-given-up", refs: [{ name: "between" }, { name: "late" }] },
  ]);
});
