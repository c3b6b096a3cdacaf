import { describe, expect, it } from "vitest";
import { decide } from "../../src/loaded/decide.ts";
import { remember } from "../../src/loaded/history.ts";
import { readLivePolicy } from "../../src/loaded/live-policy.ts";
import type { Observation, PodAnswer } from "../../src/loaded/observation.ts";
import type { WaitTexts } from "../../src/loaded/read-question.ts";
import {
  configMap,
  deployment,
  digestOf,
  iso,
  lease,
  type Method,
  noonMs,
  observationOf,
  pod,
  podSpec,
  policyText,
  questionBy,
  type WrittenPod,
} from "./samples.ts";

const granting = policyText(["api", "web"]);
const policy = configMap({ text: granting, changedMs: noonMs });
const hashed = "pod-cert-signer-8m2t4kbd5h";

/** The decision of a first look, and the looks before it. */
function decided(method: Method, looks: readonly Partial<Observation>[], differences: WaitTexts = {}) {
  const question = questionBy(method, differences);
  let history: ReturnType<typeof remember> | undefined;
  let last = observationOf({});
  for (const look of looks) {
    last = observationOf({ policies: [policy], ...look });
    history = remember(history, last, readLivePolicy(question, last.policies), question);
  }
  return decide(question, last, history ?? expect.fail("there is a look"));
}

const body = (text: string): PodAnswer => ({ answered: true, status: 200, body: text });

function pods(...written: readonly WrittenPod[]): Pick<Observation, "pods"> {
  return { pods: written.map(pod) };
}

function answers(of: Readonly<Record<string, PodAnswer>>): Pick<Observation, "answers"> {
  return { answers: new Map(Object.entries(of).map(([name, answer]) => [`uid-${name}`, answer])) };
}

describe("whatever the method", () => {
  it("waits for a policy that is not there, or that the signer would refuse", () => {
    expect(decided("http", [{ policies: [] }])).toMatchObject({ state: "wait", blame: "grantMissing" });
    const broken = configMap({ text: "{", changedMs: noonMs });
    expect(decided("http", [{ policies: [broken] }])).toMatchObject({
      state: "wait",
      blame: "grantMissing",
      reasons: [expect.stringContaining("would be refused by the signer itself")],
    });
  });

  it("names the requesters that the live policy lacks, and no others", () => {
    const { reasons, waiting } = decided("http", [
      { policies: [configMap({ text: policyText(["api"]), changedMs: noonMs })] },
    ]);
    expect(waiting.map(({ serviceAccountName }) => serviceAccountName)).toEqual(["web"]);
    expect(reasons[0]).toContain("would deny shop/web with NoGrant");
  });

  it("takes a policy of another signer's name for none", () => {
    const other = configMap({
      text: granting.replace("example.com/workload", "example.com/other"),
      changedMs: 0,
    });
    expect(decided("http", [{ policies: [other] }])).toMatchObject({ state: "wait", blame: "grantMissing" });
  });

  it("waits for a workload that is nowhere, and opens where this sync brings it or it has no pod", () => {
    const missing = { workload: undefined };
    expect(decided("http", [missing])).toMatchObject({ state: "wait", blame: "signerNotFound" });
    expect(decided("http", [missing], { "workload-in-sync": true }).state).toBe("open");
    expect(decided("settle", [{}]).state).toBe("open");
  });

  it.each<[string, WrittenPod, "open" | "wait"]>([
    ["has ended", { name: "a", phase: "Succeeded" }, "open"],
    ["has failed", { name: "a", phase: "Failed" }, "open"],
    ["is on no node yet", { name: "a", node: "", phase: "Pending" }, "open"],
    ["is terminating, and still runs", { name: "a", terminating: true }, "wait"],
    ["is terminating, and its container has ended", { name: "a", terminating: true, stopped: true }, "open"],
    ["runs and is not ready", { name: "a", ready: false }, "wait"],
    ["has a container that ended and will be started again", { name: "a", stopped: true }, "wait"],
  ])("counts a pod that does not answer: one that %s", (_, written, state) => {
    expect(decided("http", [pods(written)]).state).toBe(state);
  });
});

describe("http and metrics", () => {
  const good = digestOf(granting);
  const old = digestOf(policyText(["api"]));
  const metric = (digest: string, value = "1") => `signer_policy_info{a="b",sha256="${digest}"} ${value}\n`;

  it.each<[Method, string, PodAnswer, "open" | "wait", RegExp]>([
    ["http", "the digest", body(`${good}\n`), "open", /has it/],
    ["http", "it in capitals", body(good.toUpperCase()), "open", /has it/],
    ["http", "another digest", body(old), "wait", /has another policy/],
    ["http", "no digest", body("ok"), "wait", /answered no SHA-256 digest, but "ok"/],
    ["http", "nothing", body(""), "wait", /answered no SHA-256/],
    ["http", "the digest and more", body(`${good} ${old}`), "wait", /answered no SHA-256/],
    ["http", "an error", { answered: true, status: 503, body: good }, "wait", /HTTP status 503/],
    ["http", "no answer", { answered: false, because: "ECONNREFUSED" }, "wait", /gave no answer/],
    ["metrics", "the digest", body(metric(good)), "open", /has it/],
    ["metrics", "the old one at 0", body(metric(old, "0") + metric(good)), "open", /has it/],
    ["metrics", "both", body(metric(old) + metric(good)), "wait", /2 different policies/],
    ["metrics", "the digest at 0", body(metric(good, "0")), "wait", /no metric/],
    ["metrics", "another metric", body(metric(good).replace("info", "info2")), "wait", /no metric/],
    ["metrics", "a comment", body(`# ${metric(good)}`), "wait", /no metric/],
  ])("%s: a pod that shows %s", (method, _, answer, state, says) => {
    const { replicas, state: found } = decided(method, [
      { ...pods({ name: "a" }), ...answers({ a: answer }) },
    ]);
    expect(replicas[0]?.says).toMatch(says);
    expect(found).toBe(state);
  });

  it("want every pod, and blame none that has it", () => {
    const look = { ...pods({ name: "a" }, { name: "b" }), ...answers({ a: body(good), b: body(old) }) };
    const { replicas, state } = decided("http", [look]);
    expect({ state, loaded: replicas.map(({ isLoaded }) => isLoaded) }).toEqual({
      state: "wait",
      loaded: [true, false],
    });
  });

  it("compare with the bytes of binaryData too", () => {
    const bytes = Buffer.from(granting);
    const binary = { ...policy, data: {}, binaryData: { "policy.json": bytes.toString("base64") } };
    const look = { policies: [binary], ...pods({ name: "a" }), ...answers({ a: body(good) }) };
    expect(decided("http", [look]).state).toBe("open");
  });
});

describe("report", () => {
  const seen = (digest: string | null, sinceMs: number, ageSeconds: number) =>
    body(
      JSON.stringify({
        digest,
        since: digest === null ? null : iso(sinceMs),
        ageSeconds,
        problem: "is not there",
      }),
    );
  const good = digestOf(granting);

  it.each<[string, PodAnswer, number, "open" | "wait"]>([
    ["started since the file changed", seen(good, noonMs, 1), noonMs + 1000, "open"],
    [
      "started in the second in which it changed, perhaps before",
      seen(good, noonMs + 400, 1),
      noonMs,
      "wait",
    ],
    ["started before, with a poll since", seen(good, noonMs, 30), noonMs - 1000, "open"],
    ["started before, without a poll since", seen(good, noonMs, 29.9), noonMs - 1000, "wait"],
    ["with another file", seen(digestOf("{}"), noonMs, 90), noonMs + 1000, "wait"],
    ["without a file", seen(null, noonMs, 90), noonMs + 1000, "wait"],
    ["whose reporter says something else", body("{}"), noonMs + 1000, "wait"],
  ])("a signer %s", (_, answer, startedMs, state) => {
    const look = { ...pods({ name: "a", startedMs }), ...answers({ a: answer }) };
    expect(decided("report", [look]).state).toBe(state);
  });

  it("does not take a container that seems not to run for one that will read the file", () => {
    const look = { ...pods({ name: "a", stopped: true }), ...answers({ a: seen(good, noonMs, 1) }) };
    expect(decided("report", [look]).state).toBe("wait");
  });
});

describe("settle", () => {
  const bound = 150 + 30 + 1;
  const at = (seconds: number) => noonMs + seconds * 1000;
  const look = (seconds: number, renewed = seconds, differences: Partial<Observation> = {}) => ({
    nowMs: at(seconds),
    ...pods({ name: "a" }),
    leases: new Map([["node-a", lease(at(renewed))]]),
    ...differences,
  });

  it("opens when both bounds have passed since the last change, and says until when it waits", () => {
    expect(decided("settle", [look(bound - 1)])).toMatchObject({ state: "wait", notBeforeMs: at(bound) });
    expect(decided("settle", [look(bound)]).state).toBe("open");
  });

  it("wants a kubelet that was seen since, and a container that is ready", () => {
    expect(decided("settle", [look(bound, 150)]).replicas[0]?.says).toContain("has not been seen since");
    expect(decided("settle", [look(bound, bound, { leases: new Map() })]).state).toBe("wait");
    const unready = pods({ name: "a", ready: false });
    expect(decided("settle", [look(bound, bound, unready)]).state).toBe("wait");
  });

  /** Looks every 20 s at a kubelet that lives. */
  const between = (from: number, to: number, differences: Partial<Observation> = {}) =>
    Array.from({ length: Math.ceil((to - from) / 20) }, (_, index) =>
      look(from + index * 20, from + index * 20, differences),
    );

  it("gives a kubelet that was away the whole time again", () => {
    const away = [look(10), look(100, 12), ...between(160, 330)];
    expect(decided("settle", [...away, look(339)]).replicas[0]?.says).toContain("was away, and has 1 s");
    expect(decided("settle", [...away, look(340)]).state).toBe("open");
    const awake = between(10, 180);
    expect(decided("settle", [...awake, look(bound)]).state).toBe("open");
  });

  it("does not wait anew for an annotation of somebody else, but for data", () => {
    const annotated = configMap({ text: granting, changedMs: noonMs, annotatedMs: at(100) });
    expect(decided("settle", [look(bound, bound, { policies: [annotated] })]).state).toBe("open");
    const other = policyText(["api", "web"], "other.example.com");
    const edited = configMap({ text: other, changedMs: at(100) });
    expect(decided("settle", [look(bound, bound, { policies: [edited] })]).state).toBe("wait");
  });

  it("waits anew for a change that moves no time", () => {
    const other = policyText(["api", "web"], "other.example.com");
    const untold = { policies: [configMap({ text: other, changedMs: noonMs })] };
    const looks = [...between(90, 110), ...between(110, 280, untold)];
    expect(decided("settle", [...looks, look(289, 289, untold)])).toMatchObject({
      state: "wait",
      notBeforeMs: at(110 + 180),
    });
    expect(decided("settle", [...looks, look(290, 290, untold)]).state).toBe("open");
  });

  it("counts from the first look where the policy tells no time", () => {
    const untimed = { ...policy, metadata: { name: "pod-cert-signer", namespace: "cert-signer" } };
    const first = look(500, 500, { policies: [untimed] });
    expect(decided("settle", [first])).toMatchObject({ state: "wait", notBeforeMs: at(500 + 180) });
  });

  it.each(["env", "envFrom", "subPath"])("wants a start since, where the policy comes by %s", (way) => {
    const bySubPath = [{ name: "policy", mountPath: "/a", subPath: "policy.json" }];
    const container = {
      name: "signer",
      ...(way === "env"
        ? { env: [{ name: "P", valueFrom: { configMapKeyRef: { name: "pod-cert-signer", key: "p" } } }] }
        : way === "envFrom"
          ? { envFrom: [{ configMapRef: { name: "pod-cert-signer" } }] }
          : { volumeMounts: bySubPath }),
    };
    const spec = { ...podSpec(), containers: [container] };
    const skewMs = -3_600_000;
    const stateOf = (startedSeconds: number) =>
      decided("settle", [
        look(400, 400, {
          ...pods({ name: "a", spec, startedMs: at(startedSeconds) + skewMs }),
          leases: new Map([["node-a", lease(at(400), skewMs)]]),
        }),
      ]).state;
    expect([stateOf(100), stateOf(155), stateOf(162)]).toEqual(["wait", "wait", "open"]);
  });
});

describe("rollout", () => {
  const named = configMap({ text: granting, changedMs: noonMs, name: hashed });
  const texts = { policy: `ConfigMap/cert-signer/${hashed}` };
  const scene = { policies: [named], workload: deployment(hashed) };
  const current: WrittenPod = { name: "new", spec: podSpec(hashed) };

  it.each<[string, Partial<Observation>, "open" | "wait"]>([
    ["every pod names it and is ready", pods(current), "open"],
    ["an old pod still runs", pods(current, { name: "old" }), "wait"],
    ["an old pod is terminating", pods(current, { name: "old", terminating: true }), "wait"],
    ["an old pod is over", pods(current, { name: "old", phase: "Failed" }), "open"],
    ["an old pod waits for a node", pods(current, { name: "old", node: "" }), "wait"],
    ["a new pod is not ready", pods({ ...current, ready: false }), "wait"],
    ["a new pod waits for a node", pods(current, { ...current, name: "next", node: "" }), "open"],
    ["there is no pod", {}, "open"],
    ["the template names another", { ...pods(current), workload: deployment() }, "wait"],
    ["there is no pod and the template names another", { workload: deployment() }, "wait"],
    ["the workload is not there", { workload: undefined }, "wait"],
  ])("where %s", (_, differences, state) => {
    expect(
      decided("rollout", [{ ...scene, ...differences }], { ...texts, "workload-in-sync": true }).state,
    ).toBe(state);
  });

  it("waits where the object can change under its name, unless it is immutable", () => {
    const plain = { name: "pod-cert-signer", text: granting, changedMs: noonMs };
    const look = { workload: deployment(), ...pods({ name: "a" }) };
    expect(decided("rollout", [{ ...look, policies: [configMap(plain)] }]).state).toBe("wait");
    const immutable = configMap({ ...plain, immutable: true });
    expect(decided("rollout", [{ ...look, policies: [immutable] }]).state).toBe("open");
  });
});

describe("status", () => {
  const description = JSON.stringify({
    policy: { group: "example.com", kind: "SignerPolicy", name: "workloads" },
    grants: {
      path: ["spec", "grants"],
      noGrant: "NoGrant",
      fields: { namespace: { path: ["namespace"] }, serviceAccount: { path: ["account"], match: "glob" } },
    },
  });
  const texts = {
    preset: "generic",
    policy: "SignerPolicy.example.com/workloads",
    "policy-key": undefined,
    grants: description,
    workload: undefined,
  };
  const object = (status: object) => ({
    metadata: { name: "workloads", generation: 3 },
    spec: { grants: [{ namespace: "shop", account: "*" }] },
    status: { ...status },
  });

  it.each<[string, object, "open" | "wait"]>([
    [
      "true of this generation",
      { conditions: [{ type: "Ready", status: "True", observedGeneration: 3 }] },
      "open",
    ],
    [
      "true, and the status is of this generation",
      { observedGeneration: 3, conditions: [{ type: "Ready", status: "True" }] },
      "open",
    ],
    [
      "true of an earlier one",
      { conditions: [{ type: "Ready", status: "True", observedGeneration: 2 }] },
      "wait",
    ],
    ["true of nobody knows which", { conditions: [{ type: "Ready", status: "True" }] }, "wait"],
    ["false", { conditions: [{ type: "Ready", status: "False", observedGeneration: 3 }] }, "wait"],
    ["another", { conditions: [{ type: "Synced", status: "True", observedGeneration: 3 }] }, "wait"],
    ["not there", {}, "wait"],
  ])("where the condition is %s", (_, status, state) => {
    expect(decided("status", [{ policies: [object(status)], workload: undefined }], texts).state).toBe(state);
  });
});
