import { describe, expect, it } from "vitest";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import { findWaits } from "../../src/argo/waits.ts";
import { manifest } from "./manifests.ts";
import { isOneOf } from "./objects.ts";

const wave = "argocd.argoproj.io/sync-wave";
const hook = "argocd.argoproj.io/hook";

const settings = manifest({ name: "settings", index: 0, annotations: { [wave]: "-1" } });
const database = manifest({
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  name: "database",
  index: 1,
  annotations: { [wave]: "-1" },
});
const web = manifest({ apiVersion: "apps/v1", kind: "Deployment", name: "web", index: 2 });
const smoke = manifest({
  apiVersion: "batch/v1",
  kind: "Job",
  name: "smoke",
  index: 3,
  annotations: { [hook]: "Sync" },
});

describe("findWaits", () => {
  it("waits for what has a health check before the next wave, and not for the last one", () => {
    expect(waitsOf([settings, database, web])).toEqual([[1, ["database"]]]);
  });

  it("waits for a whole last wave that has a hook", () => {
    expect(waitsOf([database, web, smoke])).toEqual([
      [1, ["database"]],
      [2, ["web", "smoke"]],
    ]);
  });

  it("waits for nothing but hooks where there is a single wave", () => {
    expect(waitsOf([web, smoke])).toEqual([[1, ["smoke"]]]);
    expect(waitsOf([web])).toEqual([]);
  });

  it("names what a sync hangs on, although it comes to no further step", () => {
    expect(waitsOf([settings, database, web], ["StatefulSet/database"])).toEqual([[1, ["database"]]]);
  });
});

function waitsOf(objects: readonly SyncObject[], neverHealthy: readonly string[] = []) {
  const { steps, outcome } = simulateSync(objects, {
    destinationNamespace: "shop",
    neverHealthy: isOneOf(neverHealthy),
  });
  return findWaits(steps, objects, outcome).map((wait) => [wait.step, wait.for.map(({ name }) => name)]);
}
