import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { findStuck } from "../../src/stuck/find-stuck.ts";
import { readWaitingPod, type WaitingPod } from "../../src/stuck/waiting-pod.ts";
import { event, kubeletTexts, pod, request } from "./samples.ts";

const denied = { type: "Denied" };
const noGrant = { reason: "NoGrant", message: "no grant for service account web/web" };

function waiting(...pods: readonly JsonObject[]): readonly WaitingPod[] {
  return pods.flatMap((one) => readWaitingPod(one) ?? []);
}

/** The denial of the one pod, without what it asks for. */
function denialBy(evidence: {
  readonly requests?: readonly JsonObject[];
  readonly events?: readonly JsonObject[];
}) {
  const [stuck] = findStuck(waiting(pod()), { requests: [], events: [], ...evidence });
  if (stuck === undefined) return undefined;
  const { certificates: _, sinceMs, ...denial } = stuck.denial;
  return { ...denial, since: new Date(sinceMs).toISOString() };
}

describe("a pod that may be stuck", () => {
  it("is Pending on a node, and asks for a certificate", () => {
    expect(readWaitingPod(pod())).toEqual({
      namespace: "web",
      name: "web-7d4b9c-x2x4p",
      uid: "uid-web",
      node: "node-1",
      createdMs: Date.parse("2026-11-30T22:00:00Z"),
      controller: { group: "apps", kind: "ReplicaSet", namespace: "web", name: "web-7d4b9c" },
      certificates: [
        {
          signerName: "example.com/workload",
          namespace: "web",
          serviceAccountName: "web",
          keyType: "ED25519",
          maxExpirationSeconds: undefined,
          userAnnotations: expect.objectContaining({ "example.com/dns-names": "web.web.svc" }),
        },
      ],
    });
  });

  it.each([
    ["runs", { status: { phase: "Running" } }],
    ["is on no node", { spec: { nodeName: "" } }],
    ["asks for nothing", { spec: { volumes: [] } }],
    ["is being deleted", { metadata: { deletionTimestamp: "2026-11-30T22:01:00Z" } }],
  ])("is none that %s", (_words, changes) => {
    expect(readWaitingPod(pod(changes as Readonly<Record<string, JsonObject>>))).toBeUndefined();
  });

  it("has no controller where its owner does not manage it", () => {
    const owner = { apiVersion: "v1", kind: "Node", name: "node-1", uid: "uid-node" };
    expect(readWaitingPod(pod({ metadata: { ownerReferences: [owner] } }))?.controller).toBeUndefined();
  });
});

describe("by its requests, a pod is stuck", () => {
  it("where the signer denied one, or failed", () => {
    expect(denialBy({ requests: [request({ condition: denied })] })).toEqual({
      type: "Denied",
      ...noGrant,
      evidence: "request",
      since: "2026-11-30T22:00:01.000Z",
    });
    expect(
      denialBy({ requests: [request({ condition: { type: "Failed", reason: "SigningFailed" } })] }),
    ).toMatchObject({ type: "Failed", reason: "SigningFailed" });
  });

  it("since its own beginning where nothing tells the time", () => {
    const { lastTransitionTime: _, ...untimed } = { lastTransitionTime: "", type: "Denied", status: "True" };
    const { metadata, ...rest } = request();
    const { creationTimestamp: __, ...nameless } = metadata as JsonObject;
    const broken = { ...rest, metadata: nameless, status: { conditions: [untimed] } };
    expect(denialBy({ requests: [broken] })).toMatchObject({ since: "2026-11-30T22:00:00.000Z" });
  });

  it("not where they are issued or pending, nor by those of other pods", () => {
    expect(denialBy({ requests: [request({ condition: { type: "Issued" } }), request()] })).toBeUndefined();
    expect(denialBy({ requests: [request({ uid: "uid-other", condition: denied })] })).toBeUndefined();
  });

  it("not where the kubelet, restarted, has asked for the same again", () => {
    const old = request({ condition: denied });
    expect(denialBy({ requests: [request({ at: "2026-11-30T22:05:00Z" }), old] })).toBeUndefined();
    expect(denialBy({ requests: [request({ version: "101" }), old] })).toBeUndefined();
    const again = request({
      at: "2026-11-30T22:05:00Z",
      condition: { ...denied, at: "2026-11-30T22:05:01Z" },
    });
    expect(denialBy({ requests: [old, again] })).toMatchObject({ since: "2026-11-30T22:05:01.000Z" });
  });

  it("where one of two certificates is denied, whatever became of the other", () => {
    const other = request({ signerName: "example.com/mesh", at: "2026-11-30T22:30:00Z" });
    const [stuck] = findStuck(waiting(pod()), {
      requests: [other, request({ condition: denied })],
      events: [],
    });
    expect(stuck?.denial.certificates.map(({ signerName }) => signerName)).toEqual(["example.com/workload"]);
  });
});

describe("by events, once the requests are gone, a pod is stuck", () => {
  it("where the kubelet said so, whatever its text looks like", () => {
    const expected = { type: "Denied", ...noGrant, evidence: "event", since: "2026-11-30T22:00:02.000Z" };
    expect(denialBy({ events: [event("Denied", kubeletTexts.denied)] })).toEqual(expected);
    expect(denialBy({ events: [event("FailedMount", kubeletTexts.mount)] })).toEqual(expected);
    expect(denialBy({ events: [event("Denied", "words of a later kubelet")] })).toEqual({
      ...expected,
      reason: undefined,
      message: undefined,
    });
  });

  it("where the signer failed, with its words", () => {
    expect(denialBy({ events: [event("FailedMount", kubeletTexts.failed)] })).toMatchObject({
      type: "Failed",
      reason: "SigningFailed",
      message: 'the CA said "no"',
    });
  });

  it("since the first of them, with the reason of whichever tells it", () => {
    const events = [
      event("FailedMount", kubeletTexts.mount, {
        first: "2026-11-30T22:00:09Z",
        last: "2026-11-30T22:50:00Z",
      }),
      event("Denied", "?", { first: "2026-11-30T22:00:03Z" }),
    ];
    expect(denialBy({ events })).toEqual({
      type: "Denied",
      ...noGrant,
      evidence: "event",
      since: "2026-11-30T22:00:03.000Z",
    });
  });

  it("not where it waits for an answer, cannot pull an image, or is another pod", () => {
    const events = [
      event("FailedMount", kubeletTexts.pending),
      event("Failed", 'Failed to pull image "web": not found'),
      event("Denied", kubeletTexts.denied, { uid: "uid-other" }),
    ];
    expect(denialBy({ events })).toBeUndefined();
  });

  it("not where the kubelet, restarted, has asked since they were last seen", () => {
    const mount = event("FailedMount", kubeletTexts.mount, { last: "2026-11-30T22:04:00Z" });
    const asked = request({ at: "2026-11-30T22:05:00Z" });
    expect(denialBy({ requests: [asked], events: [mount] })).toBeUndefined();
  });

  it("also where another certificate of it is asked for again and again", () => {
    const mount = event("FailedMount", kubeletTexts.mount, { last: "2026-11-30T22:31:00Z" });
    const other = request({ signerName: "example.com/mesh", at: "2026-11-30T22:30:00Z" });
    expect(denialBy({ requests: [other], events: [mount] })).toMatchObject({ evidence: "event" });
  });
});

it("stuck pods come in the order in which they got stuck", () => {
  const later = pod({ metadata: { name: "api-1", uid: "uid-api" } });
  const found = findStuck(waiting(later, pod()), {
    requests: [
      request({ uid: "uid-api", condition: { ...denied, at: "2026-11-30T22:10:00Z" } }),
      request({ condition: denied }),
    ],
    events: [],
  });
  expect(found.map(({ pod: { name } }) => name)).toEqual(["web-7d4b9c-x2x4p", "api-1"]);
});
