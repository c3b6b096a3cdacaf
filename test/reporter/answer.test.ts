import { describe, expect, it } from "vitest";
import { readReport, reportPath } from "../../src/loaded/methods/report-answer.ts";
import { answerTo } from "../../src/reporter/answer.ts";
import type { Sighting } from "../../src/reporter/sighting.ts";

const digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const since = { wallMs: Date.parse("2026-11-30T22:00:00.250Z"), steadyMs: 10_000 };
const seen: Sighting = { seen: { digest, sizeBytes: 812, identity: "1:2", since }, problem: undefined };
const gone: Sighting = { seen: undefined, problem: "is not there" };

function get(path: string, sighting: Sighting, method = "GET") {
  const now = { wallMs: 0, steadyMs: 40_999 };
  return answerTo({ method, path }, { file: "/policy/policy.json", sighting, now });
}

describe("the reporter's answers", () => {
  it("tell as JSON what is seen and for how long, by a clock that nobody can set", () => {
    const { body, ...rest } = get("/policy", seen);
    expect(rest).toEqual({ status: 200, contentType: "application/json" });
    expect(JSON.parse(body)).toEqual({
      apiVersion: "grantwave.dev/v1alpha1",
      kind: "PolicyReport",
      file: "/policy/policy.json",
      digest,
      since: "2026-11-30T22:00:00.250Z",
      ageSeconds: 30,
      sizeBytes: 812,
      problem: null,
    });
  });

  it("are what a barrier reads at the path that it asks", () => {
    expect(readReport(get(reportPath, seen).body)).toEqual({ digest, sinceMs: since.wallMs, ageSeconds: 30 });
    expect(readReport(get(reportPath, gone).body)).toEqual({ problem: "is not there" });
  });

  it("tell as JSON why nothing is seen", () => {
    expect(JSON.parse(get("/policy", gone).body)).toEqual({
      apiVersion: "grantwave.dev/v1alpha1",
      kind: "PolicyReport",
      file: "/policy/policy.json",
      digest: null,
      since: null,
      ageSeconds: null,
      sizeBytes: null,
      problem: "is not there",
    });
  });

  it("tell the digest alone, as signers should, or that there is none", () => {
    const contentType = "text/plain; charset=utf-8";
    expect(get("/digest", seen)).toEqual({ status: 200, contentType, body: `${digest}\n` });
    expect(get("/digest", gone)).toEqual({
      status: 503,
      contentType,
      body: "/policy/policy.json is not there\n",
    });
  });

  it("have a metric with the digest, and no sample where there is none", () => {
    const samples = (sighting: Sighting) =>
      get("/metrics", sighting)
        .body.split("\n")
        .filter((line) => !line.startsWith("#"));
    expect(samples(seen)).toEqual([
      `grantwave_policy_file_info{digest="${digest}"} 1`,
      "grantwave_policy_file_since_seconds 1796076000.25",
      "",
    ]);
    expect(samples(gone)).toEqual([""]);
  });

  it("are alive whatever is seen: a missing file is no reason to restart a reporter", () => {
    expect(get("/healthz", gone)).toMatchObject({ status: 200 });
  });

  it("refuse what there is not, and say what there is", () => {
    expect(get("/", seen)).toMatchObject({
      status: 404,
      body: "there is /policy, /digest, /metrics, /healthz\n",
    });
    expect(get("/constructor", seen)).toMatchObject({ status: 404 });
    expect(get("/policy", seen, "POST")).toMatchObject({ status: 405 });
    expect(get("/policy", seen, "HEAD")).toMatchObject({ status: 200 });
  });
});
