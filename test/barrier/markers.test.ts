import { describe, expect, it } from "vitest";
import { barrierJob } from "../../src/barrier/barrier-job.ts";
import { isBarrier, jobNamesIn } from "../../src/barrier/markers.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { deployment, groupOf, manifestOf, requesterOf } from "./samples.ts";

const group = groupOf([requesterOf(deployment("shop", "web"))]);
const place = { name: "grantwave-shop", namespace: "shop", wave: -1 };
const barrier = job("grantwave-shop", barrierJob(group, place, BarrierConfig.parse({})));

function job(name: string, value: JsonObject = {}, namespace = "shop") {
  return manifestOf({ group: "batch", kind: "Job", namespace, name }, 0, value);
}

describe("the barriers of an earlier run", () => {
  it("are known by their label", () => {
    expect(isBarrier(barrier)).toBe(true);
    expect(isBarrier(job("grantwave-shop"))).toBe(false);
    expect(isBarrier(job("web", { metadata: { labels: { "grantwave.dev/barrier": "false" } } }))).toBe(false);
  });

  it("are Jobs: nothing else of the application is taken for one", () => {
    const labels = { "grantwave.dev/barrier": "true" };
    expect(isBarrier(manifestOf(deployment("shop", "web").ref, 0, { metadata: { labels } }))).toBe(false);
  });

  it("do not keep their own names from the next run, as other Jobs of the namespace do", () => {
    const manifests = [barrier, job("migrate"), job("elsewhere", {}, "web"), deployment("shop", "web")];
    expect(jobNamesIn("shop", manifests)).toEqual(new Set(["migrate"]));
  });
});
