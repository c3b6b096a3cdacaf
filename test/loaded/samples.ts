import { createHash } from "node:crypto";
import type { Observation } from "../../src/loaded/observation.ts";
import type { Question } from "../../src/loaded/question.ts";
import { readQuestion, type WaitTexts } from "../../src/loaded/read-question.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";

/** Noon: where times are told in seconds, they are seconds after this. */
export const noonMs = Date.parse("2026-05-04T12:00:00Z");

export const requesters = '[{"namespace":"shop","keyType":"ECDSAP256","serviceAccounts":["api","web"]}]';

/** The arguments that a barrier of the example's signer passes, for one method. */
export function waitTexts(method: string, differences: WaitTexts = {}): WaitTexts {
  return {
    signer: "workload-certificates",
    "signer-name": "example.com/workload",
    preset: "pod-cert-signer",
    policy: "ConfigMap/cert-signer/pod-cert-signer",
    "policy-key": "policy.json",
    workload: "Deployment/cert-signer/pod-cert-signer",
    method,
    "stable-for": "5s",
    timeout: "270s",
    requesters: [requesters],
    ...differences,
  };
}

/** What each method needs beside that. */
const ofMethod = {
  settle: { propagation: "150s", "poll-interval": "30s" },
  report: { port: "9464", "poll-interval": "30s" },
  http: { port: "9090", path: "/policy/digest" },
  metrics: { port: "9090", path: "/metrics", metric: "signer_policy_info", label: "sha256" },
  rollout: {},
  status: { condition: "Ready" },
} as const;

export type Method = keyof typeof ofMethod;

export function questionBy(method: Method, differences: WaitTexts = {}): Question {
  return readQuestion(waitTexts(method, { ...ofMethod[method], ...differences }));
}

/** pod-cert-signer's policy with a grant for each account of namespace `shop`. */
export function policyText(accounts: readonly string[], trustDomain = "example.com"): string {
  return JSON.stringify({
    signerName: "example.com/workload",
    trustDomain,
    dnsNamesAnnotation: "example.com/dns-names",
    lifetime: "24h",
    refreshAt: 0.66,
    keyTypes: ["ECDSAP256"],
    grants: accounts.map((serviceAccount) => ({ namespace: "shop", serviceAccount, usage: "client" })),
  });
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Cut to whole seconds, as the API writes most of its times. */
export function isoSeconds(ms: number): string {
  return `${iso(Math.floor(ms / 1000) * 1000).slice(0, 19)}Z`;
}

export interface WrittenPolicy {
  readonly text: string;
  readonly changedMs: number;
  /** When somebody else last wrote an annotation. */
  readonly annotatedMs?: number;
  readonly name?: string;
  readonly immutable?: boolean;
}

export function configMap({ annotatedMs, changedMs, immutable, name, text }: WrittenPolicy): JsonObject {
  const entry = { operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: name ?? "pod-cert-signer",
      namespace: "cert-signer",
      managedFields: [
        {
          ...entry,
          manager: "argocd-controller",
          time: isoSeconds(changedMs),
          fieldsV1: { "f:data": { ".": {}, "f:policy.json": {} } },
        },
        ...(annotatedMs === undefined
          ? []
          : [
              {
                ...entry,
                manager: "stamp",
                time: isoSeconds(annotatedMs),
                fieldsV1: { "f:metadata": { "f:annotations": { "f:example.com/stamp": {} } } },
              },
            ]),
      ],
    },
    data: { "policy.json": text },
    ...(immutable === undefined ? {} : { immutable }),
  };
}

/** The signer's Deployment: its pods mount a ConfigMap of that name. */
export function deployment(configMapName = "pod-cert-signer"): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "pod-cert-signer", namespace: "cert-signer", generation: 1 },
    spec: {
      selector: { matchLabels: { app: "pod-cert-signer" } },
      template: { spec: podSpec(configMapName) },
    },
  };
}

export function podSpec(configMapName = "pod-cert-signer"): JsonObject {
  return {
    containers: [
      { name: "signer", volumeMounts: [{ name: "policy", mountPath: "/etc/policy" }] },
      { name: "reporter", volumeMounts: [{ name: "policy", mountPath: "/etc/policy" }] },
    ],
    volumes: [{ name: "policy", configMap: { name: configMapName } }],
  };
}

export interface WrittenPod {
  readonly name: string;
  readonly node?: string;
  readonly startedMs?: number;
  readonly ready?: boolean;
  readonly terminating?: boolean;
  readonly phase?: string;
  readonly spec?: JsonObject;
  /** The signer's container has ended and does not run. */
  readonly stopped?: boolean;
}

export function pod({ name, node = "node-a", phase = "Running", ...rest }: WrittenPod): JsonObject {
  const { ready = true, spec = podSpec(), startedMs = noonMs - 3_600_000, stopped = false } = rest;
  const at = isoSeconds(startedMs);
  const state = stopped ? { terminated: { exitCode: 0 } } : { running: { startedAt: at } };
  return {
    metadata: {
      name,
      namespace: "cert-signer",
      uid: `uid-${name}`,
      labels: { app: "pod-cert-signer" },
      ...(rest.terminating === true ? { deletionTimestamp: at } : {}),
    },
    spec: node === "" ? spec : { ...spec, nodeName: node },
    status: {
      phase,
      ...(node === "" ? {} : { podIP: "10.0.0.1", podIPs: [{ ip: "10.0.0.1" }] }),
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
      containerStatuses: [{ name: "signer", ready, restartCount: 0, state }],
    },
  };
}

/** @param skewMs how far the node's clock is ahead of the API server's. */
export function lease(renewedMs: number, skewMs = 0): JsonObject {
  return {
    metadata: {
      managedFields: [
        {
          manager: "kubelet",
          time: isoSeconds(renewedMs),
          fieldsV1: { "f:spec": { "f:renewTime": {} } },
        },
      ],
    },
    spec: { leaseDurationSeconds: 40, renewTime: iso(renewedMs + skewMs) },
  };
}

export function observationOf(differences: Partial<Observation>): Observation {
  return {
    nowMs: noonMs,
    policies: [],
    workload: deployment(),
    pods: [],
    leases: new Map(),
    answers: new Map(),
    ...differences,
  };
}
