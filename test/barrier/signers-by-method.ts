import type { BarrierGroup } from "../../src/barrier/barrier.ts";
import type { ReadinessMethodName } from "../../src/barrier/readiness/readiness-method.ts";
import { Readiness, type SignerConfig } from "../../src/config/config.ts";
import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";
import { deployment, groupOf, manifestOf, policyRef, requesterOf, signerConfig } from "./samples.ts";

/** What a person would write for each method, times left out. */
const written: { readonly [M in ReadinessMethodName]: JsonObject } = {
  settle: {},
  report: { method: "report" },
  http: { method: "http", port: 9090, path: "/policy/digest" },
  metrics: { method: "metrics", port: 9090, metric: "signer_policy_info", label: "sha256" },
  rollout: { method: "rollout" },
  status: { method: "status", condition: "Loaded" },
  canary: { method: "canary", canary: { successes: 2 } },
};

export const methodNames = Object.keys(written) as readonly ReadinessMethodName[];

export function signerBy(method: ReadinessMethodName, differences: JsonObject = {}): SignerConfig {
  return { ...signerConfig, readiness: Readiness.parse({ ...written[method], ...differences }) };
}

export const web = requesterOf(deployment("shop", "web"), {
  maxExpirationSeconds: 3600,
  userAnnotations: { "example.com/dns-names": "web.shop.svc,web.shop.svc.cluster.local" },
});

export const api = requesterOf(deployment("shop", "api"));

const generated: ObjectRef = { ...policyRef, name: "pod-cert-signer-8m2t4kbd5h" };

const custom: ObjectRef = {
  group: "example.com",
  kind: "SignerPolicy",
  namespace: "cert-signer",
  name: "workloads",
};

/** The policy object that suits each method. */
const policies: { readonly [M in ReadinessMethodName]: Manifest } = {
  settle: manifestOf(policyRef),
  report: manifestOf(policyRef),
  http: manifestOf(policyRef),
  metrics: manifestOf(policyRef),
  rollout: manifestOf(generated),
  status: manifestOf(custom),
  canary: manifestOf(policyRef),
};

/** What a barrier of each method waits for, with nothing in its way. */
export function groupBy(
  method: ReadinessMethodName,
  differences: Partial<BarrierGroup> = {},
  readiness: JsonObject = {},
): BarrierGroup {
  return groupOf(method === "canary" ? [web] : [web, api], {
    signer: signerBy(method, readiness),
    policy: method === "status" ? custom : policyRef,
    policyManifest: policies[method],
    ...differences,
  });
}

/** The workload that runs the signer, as the render has it. */
export function signerDeployment(spec: JsonObject): Manifest {
  return manifestOf(
    { group: "apps", kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" },
    0,
    {
      spec,
    },
  );
}
