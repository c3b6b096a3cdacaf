import { describe, expect, it } from "vitest";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import { findWaits } from "../../src/argo/waits.ts";
import { manifest } from "./manifests.ts";
import { isOneOf, readOracle, toSyncObject } from "./objects.ts";

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

/** Kinds whose health Argo CD knows as it is shipped; the recorded engine believed all kinds to be unhealthy if told. */
const known = /^(Deployment|StatefulSet|DaemonSet|Pod|Job|PersistentVolumeClaim|CronJob)\//;

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

  const hanging = [...readOracle("cases"), ...readOracle("hooks-and-namespaces")].filter(
    (given) => given.outcome === "Running" && given.neverHealthy.every((name) => known.test(name)),
  );
  it.each(hanging)("names what Argo CD itself says it waits for: $id", (given) => {
    const objects = given.manifests.map((object, index) =>
      toSyncObject(object, index, given.destinationNamespace),
    );
    const { steps, outcome } = simulateSync(objects, {
      destinationNamespace: given.destinationNamespace,
      createNamespace: given.createNamespace ?? false,
      neverHealthy: isOneOf(given.neverHealthy),
    });
    const last = findWaits(steps, objects, outcome).at(-1);

    expect(last?.step).toBe(steps.at(-1)?.step);
    expect(last?.for.map(({ group, kind, name }) => `${group}/${kind}/${name}`)).toContain(
      given.message.replace(/^waiting for (completion of hook|healthy state of) | and \d+ more \w+$/g, ""),
    );
  });
});

function waitsOf(objects: readonly SyncObject[], neverHealthy: readonly string[] = []) {
  const { steps, outcome } = simulateSync(objects, {
    destinationNamespace: "shop",
    neverHealthy: isOneOf(neverHealthy),
  });
  return findWaits(steps, objects, outcome).map((wait) => [wait.step, wait.for.map(({ name }) => name)]);
}
