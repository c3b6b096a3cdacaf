import { describe, expect, it } from "vitest";
import { barrierJob } from "../../src/barrier/barrier-job.ts";
import { findForeignMarkers, isBarrier, jobNamesIn } from "../../src/barrier/markers.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import { type JsonObject, valueAt } from "../../src/manifest/manifest.ts";
import { deployment, groupOf, manifestOf, requesterOf } from "./samples.ts";

const group = groupOf([requesterOf(deployment("shop", "web"))]);
const place = { name: "grantwave-shop", namespace: "shop", wave: -1, isSignerInSync: false };
const made = barrierJob(group, place, BarrierConfig.parse({}));
const barrier = job("grantwave-shop", made);

function job(name: string, value: JsonObject = {}, namespace = "shop") {
  const annotations = (valueAt(value, "metadata", "annotations") ?? {}) as Record<string, string>;
  return { ...manifestOf({ group: "batch", kind: "Job", namespace, name }, 0, value), annotations };
}

describe("the barriers of an earlier run", () => {
  it("are known by their labels, their digest and what runs in them", () => {
    expect(isBarrier(barrier)).toBe(true);
    expect(isBarrier({ ...barrier, annotations: {} })).toBe(false);
    expect(isBarrier(job("grantwave-shop", { ...made, spec: {} }))).toBe(false);
    expect(isBarrier(job("grantwave-shop"))).toBe(false);
    expect(isBarrier(job("web", { metadata: { labels: { "grantwave.dev/barrier": "false" } } }))).toBe(false);
  });

  it("are Jobs: nothing else of the application is taken for one", () => {
    const labels = { "grantwave.dev/barrier": "true" };
    expect(isBarrier(manifestOf(deployment("shop", "web").ref, 0, { metadata: { labels } }))).toBe(false);
  });

  it("are documents of their own: inside a List nothing can be replaced", () => {
    expect(isBarrier({ ...barrier, path: ["items", 0] })).toBe(false);
  });

  it("are told from what only carries their label", () => {
    const labels = { "grantwave.dev/barrier": "true" };
    const forged = manifestOf(deployment("shop", "web").ref, 0, { metadata: { labels } });
    const { value, findings } = findForeignMarkers([barrier, forged, deployment("shop", "api")]);
    expect(value).toEqual([forged]);
    expect(findings).toMatchObject([{ code: "marker-foreign", refs: [forged.ref] }]);
  });

  it("do not keep their own names from the next run, as other Jobs of the namespace do", () => {
    const manifests = [barrier, job("migrate"), job("elsewhere", {}, "web"), deployment("shop", "web")];
    expect(jobNamesIn("shop", manifests)).toEqual(new Set(["migrate"]));
  });
});
