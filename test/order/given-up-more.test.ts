import { expect, it } from "vitest";
import { configWith, planOf } from "./planned-waves.ts";

function configMap(name: string, annotations: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "web", annotations },
  });
}

/** A needed first, though it stands last: everything between the two gives its place before it up. */
function planWithBetween(count: number) {
  const between = Array.from({ length: count }, (_, at) =>
    configMap(`between-${at}`, { "argocd.argoproj.io/sync-wave": "5" }),
  );
  const needed = configMap("needed", { "argocd.argoproj.io/sync-wave": "10" });
  const first = configMap("first", { "grantwave.dev/after": "ConfigMap/needed" });
  return planOf([...between, needed, first].join("\n---\n"), configWith());
}

// Fifty between them, and the one that needs it.
it("says how many objects lost a place beside the pairs that are told one by one", () => {
  const { findings } = planWithBetween(150);
  expect(findings.filter(({ code }) => code === "order-given-up")).toHaveLength(100);
  expect(findings.filter(({ code }) => code === "order-given-up-more").map(({ args }) => args)).toEqual([
    { shown: 100, leftOut: 51 },
  ]);
});

it("says nothing of others where all pairs are told", () => {
  expect(new Set(planWithBetween(50).findings.map(({ code }) => code))).toEqual(new Set(["order-given-up"]));
});
