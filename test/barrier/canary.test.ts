import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barrierJob } from "../../src/barrier/barrier-job.ts";
import { digestOf } from "../../src/barrier/digest.ts";
import { groupBarriers } from "../../src/barrier/group-barriers.ts";
import { isBarrier } from "../../src/barrier/markers.ts";
import { placeBarriers } from "../../src/barrier/place-barriers.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import { type JsonValue, valueAt } from "../../src/manifest/manifest.ts";
import type { Requester } from "../../src/requests/requester.ts";
import { runs } from "../runs.ts";
import { deployment, manifestOf, requesterOf, signerWith } from "./samples.ts";
import { groupBy, signerBy, web } from "./signers-by-method.ts";

const config = BarrierConfig.parse({ namespace: "grantwave" });
const place = { name: "grantwave-canary", namespace: "shop", wave: -1, isSignerInSync: false };
const signer = signerWith({ config: signerBy("canary") });

function groupsOf(requesters: readonly Requester[]) {
  return groupBarriers(
    requesters.map((requester) => ({ requester, signer })),
    () => ["Sync"],
  );
}

function podOf(job: JsonValue): JsonValue | undefined {
  return valueAt(job, "spec", "template", "spec");
}

describe("canaries", () => {
  it("are one for each distinct request, which workloads that ask alike share", () => {
    const twin = requesterOf(deployment("shop", "web-twin"), { ...requestOf(web) });
    const others = [
      { ...web, keyType: "ED25519" },
      { ...web, namespace: "shop-test" },
      { ...web, serviceAccountName: "api" },
      { ...web, maxExpirationSeconds: undefined },
      { ...web, userAnnotations: {} },
    ];
    const groups = groupsOf([web, ...others, twin]);
    expect(groups).toHaveLength(6);
    expect(groups.map(({ requesters }) => requesters)).toContainEqual([web, twin]);
  });

  it("come in the same order whatever the order of the input", () => {
    const requesters = ["c", "a", "b", "d"].map((name) => requesterOf(deployment("shop", name)));
    const forward = groupsOf(requesters).map(({ requesters: [first] }) => first?.serviceAccountName);
    const backward = groupsOf([...requesters].reverse()).map(
      ({ requesters: [first] }) => first?.serviceAccountName,
    );
    expect(forward).toEqual(["a", "b", "c", "d"]);
    expect(backward).toEqual(forward);
  });

  it("run in their requester's namespace and as its account, without a token of the API", () => {
    const elsewhere = { ...web, namespace: "team-b", serviceAccountName: "agent" };
    const { value, findings } = placeBarriers(groupsOf([web, elsewhere]), [-1, -2], {
      application: "shop",
      source: { repoURL: "", path: "apps/shop", name: "" },
      destinationNamespace: "shop",
      config,
      manifests: [
        manifestOf({ group: "apps", kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" }),
      ],
    });
    expect(findings).toEqual([]);
    expect(value.map(({ ref }) => [ref.namespace, ref.name])).toEqual([
      ["shop", "grantwave-canary-web-shop-f2e949b1ae"],
      ["team-b", "grantwave-canary-agent-shop-4619eea8bc"],
    ]);
    expect(value.map(({ manifest }) => podOf(manifest))).toMatchObject([
      { serviceAccountName: "web", automountServiceAccountToken: false },
      { serviceAccountName: "agent", automountServiceAccountToken: false },
    ]);
  });

  it("ask for exactly what the requester asks for", () => {
    const requests = fc.record({
      signerName: fc.constantFrom("example.com/workload", "example.com/agent"),
      keyType: fc.constantFrom("ECDSAP256", "ED25519", "MLDSA65"),
      maxExpirationSeconds: fc.option(fc.integer({ min: 3600, max: 86_400 }), { nil: undefined }),
      userAnnotations: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 8 })),
    });
    fc.assert(
      fc.property(requests, (request) => {
        const requester = requesterOf(deployment("shop", "web"), request);
        const job = barrierJob(groupBy("canary", { requesters: [requester] }), place, config);
        const source = valueAt(podOf(job), "volumes", 0, "projected", "sources", 0, "podCertificate");
        const { maxExpirationSeconds, userAnnotations, ...always } = request;
        expect(source).toEqual({
          ...always,
          credentialBundlePath: "bundle.pem",
          ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
          ...(Object.keys(userAnnotations).length === 0 ? {} : { userAnnotations }),
        });
      }),
      runs(100),
    );
  });

  it("keep an annotation called __proto__, as any other", () => {
    const userAnnotations = Object.fromEntries([["__proto__", "a"]]);
    const job = barrierJob(groupBy("canary", { requesters: [{ ...web, userAnnotations }] }), place, config);
    const source = valueAt(podOf(job), "volumes", 0, "projected", "sources", 0, "podCertificate");
    expect(JSON.stringify(valueAt(source, "userAnnotations"))).toBe('{"__proto__":"a"}');
  });

  it("are tried as often as denied ones fit into the deadline, and succeed as often as configured", () => {
    const attempts = ["1m", "2m", "5m", "10m", "1h"].map((timeout) => {
      const job = barrierJob(groupBy("canary", {}, { timeout, canary: { successes: 3 } }), place, config);
      expect(valueAt(job, "spec", "completions")).toBe(3);
      expect(valueAt(job, "spec", "parallelism")).toBe(1);
      return valueAt(job, "spec", "backoffLimit");
    });
    expect(attempts).toEqual([1, 1, 2, 5, 30]);
  });

  it("fail the Job by no exit code: the kubelet makes one up for a container that never started", () => {
    const job = barrierJob(groupBy("canary"), place, config);
    expect(valueAt(job, "spec", "podFailurePolicy", "rules")).toEqual([
      { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
    ]);
  });

  it("are known again by the next run, although their pods ask for certificates themselves", () => {
    const job = barrierJob(groupBy("canary"), place, config);
    const ref = { group: "batch", kind: "Job", namespace: place.namespace, name: place.name };
    const annotations = valueAt(job, "metadata", "annotations") as unknown as Record<string, string>;
    expect(isBarrier({ ...manifestOf(ref, 0, job), annotations })).toBe(true);
  });

  it("have a digest of everything that they ask for, the lifetime included", () => {
    const short = groupBy("canary");
    const long = groupBy("canary", { requesters: [{ ...web, maxExpirationSeconds: 7200 }] });
    expect(digestOf(long)).not.toBe(digestOf(short));
    expect(digestOf(groupBy("settle", { requesters: long.requesters }))).toBe(
      digestOf(groupBy("settle", { requesters: short.requesters })),
    );
  });
});

function requestOf({ dependent, path, source, ...request }: Requester): Partial<Requester> {
  return request;
}
