import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { remember } from "../../src/loaded/history.ts";
import { readLivePolicy } from "../../src/loaded/live-policy.ts";
import type { Observation, PodAnswer } from "../../src/loaded/observation.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { findStuck, type StuckPod } from "../../src/stuck/find-stuck.ts";
import { judgeGrant } from "../../src/stuck/judge-grant.ts";
import { questionOf, type SignerLook } from "../../src/stuck/signer-look.ts";
import { looksByName } from "../../src/stuck/signer-names.ts";
import { readWaitingPod } from "../../src/stuck/waiting-pod.ts";
import { configMap, digestOf } from "../loaded/samples.ts";
import { pod, request } from "./samples.ts";

const nowMs = Date.parse("2026-11-30T22:10:00Z");

function signer(name: string, lines = "") {
  const text = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: ${name}
    preset: pod-cert-signer
    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }
    workload: { kind: Deployment, namespace: cert-signer, name: pod-cert-signer }
    readiness: { method: http, port: 9090, path: /digest }
${lines}`;
  const [found] = parseConfig(text, "grantwave.yaml", "operator").signers;
  if (found === undefined) throw new Error("no signer was read");
  return found;
}

const granted = { namespace: "web", serviceAccount: "web", usage: "server", dnsNames: ["web.web.svc"] };

function policyText(grants: readonly object[], signerName = "example.com/workload"): string {
  return JSON.stringify({
    signerName,
    trustDomain: "example.com",
    dnsNamesAnnotation: "example.com/dns-names",
    lifetime: "24h",
    refreshAt: 0.66,
    keyTypes: ["ED25519"],
    grants,
  });
}

const signerPods: readonly JsonObject[] = ["one", "two"].map((name) => ({
  metadata: { name, namespace: "cert-signer", uid: `uid-${name}` },
  spec: { nodeName: "node-1", containers: [{ name: "signer" }] },
  status: { phase: "Running", podIP: "10.0.0.1" },
}));

interface World {
  readonly text?: string;
  readonly answers?: Readonly<Record<string, string>>;
  readonly pods?: readonly JsonObject[];
  readonly workload?: JsonObject | undefined;
}

/** What a look found: by default a signer whose two replicas answer from a policy with the grant. */
function lookOf(world: World = {}, configured = signer("workload-certificates")): SignerLook {
  const text = world.text ?? policyText([granted]);
  const answers = world.answers ?? { "uid-one": digestOf(text), "uid-two": digestOf(text) };
  const observation: Observation = {
    nowMs,
    policies: [configMap({ text, changedMs: nowMs - 1000 })],
    workload: "workload" in world ? world.workload : { kind: "Deployment" },
    pods: world.pods ?? signerPods,
    leases: new Map(),
    answers: new Map(
      Object.entries(answers).map(([uid, body]): [string, PodAnswer] => [
        uid,
        { answered: true, status: 200, body },
      ]),
    ),
  };
  const question = questionOf(configured, "", []);
  const policy = readLivePolicy(question, observation.policies);
  return { signer: configured, observation, history: remember(undefined, observation, policy, question) };
}

function stuckPod(object: JsonObject = pod()): StuckPod {
  const waiting = readWaitingPod(object);
  const requests = [request({ condition: { type: "Denied" } })];
  const [stuck] = findStuck(waiting === undefined ? [] : [waiting], { requests, events: [] });
  if (stuck === undefined) throw new Error("the pod is not stuck");
  return stuck;
}

function judge(...looks: readonly SignerLook[]) {
  return judgeGrant(stuckPod(), looksByName(looks));
}

describe("whether a stuck pod's grant is loaded now", () => {
  it("is said by every replica of the signer, not by any", () => {
    expect(judge(lookOf())).toEqual({
      state: "loaded",
      message: "all 2 signer pods have loaded the live policy, by method http",
    });
    const text = policyText([granted]);
    const old = digestOf("an older policy");
    const half = judge(lookOf({ text, answers: { "uid-one": digestOf(text), "uid-two": old } }));
    expect(half).toEqual({
      state: "not-loaded",
      message: expect.stringContaining("pod two has another policy"),
    });
  });

  it("is not so where a replica does not answer", () => {
    const text = policyText([granted]);
    expect(judge(lookOf({ text, answers: { "uid-one": digestOf(text) } }))).toMatchObject({
      state: "not-loaded",
    });
  });

  it("is so where the signer has no pod at all, since nobody can deny then", () => {
    expect(judge(lookOf({ pods: [] }))).toMatchObject({ state: "loaded" });
  });

  it("is missing where the live policy would deny the successor, for whatever reason", () => {
    expect(judge(lookOf({ text: policyText([]) }))).toEqual({
      state: "missing",
      message: expect.stringContaining("would deny web/web with NoGrant"),
    });
    const otherName = { ...granted, dnsNames: ["other.web.svc"] };
    expect(judge(lookOf({ text: policyText([otherName]) }))).toEqual({
      state: "missing",
      message: expect.stringContaining("DNSNameNotGranted"),
    });
  });

  it("is not known where the signer is not configured, not found, ambiguous, or was not looked at", () => {
    expect(judge()).toEqual({
      state: "unknown",
      message: "the configuration has no signer example.com/workload",
    });
    expect(judge(lookOf({ workload: undefined }))).toMatchObject({ state: "unknown" });
    expect(judge(lookOf({}, signer("one")), lookOf({}, signer("two")))).toEqual({
      state: "unknown",
      message: "signers one and two both answer to example.com/workload",
    });
    const named = signer("workload-certificates", "    signerName: example.com/workload\n");
    expect(judge({ signer: named, problem: "the API server answered 403" })).toEqual({
      state: "unknown",
      message: "the API server answered 403",
    });
  });

  it("takes all certificates of the pod, since its successor asks for each of them anew", () => {
    const mesh = { signerName: "example.com/mesh", keyType: "ED25519" };
    const [config, cert] = (pod()["spec"] as { volumes: readonly JsonObject[] }).volumes;
    const second = { name: "mesh", projected: { sources: [{ podCertificate: mesh }] } };
    const both = stuckPod(pod({ spec: { volumes: [config, cert, second] as JsonObject[] } }));
    const meshPolicy = policyText([], "example.com/mesh");
    const looks = looksByName([lookOf(), lookOf({ text: meshPolicy }, signer("mesh"))]);
    expect(judgeGrant(both, looks)).toMatchObject({ state: "missing" });
    expect(judgeGrant(both, looksByName([lookOf()]))).toMatchObject({ state: "loaded" });
  });
});
