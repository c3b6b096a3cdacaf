import type { BarrierGroup } from "../../src/barrier/barrier.ts";
import { Readiness, SignerConfig } from "../../src/config/config.ts";
import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";
import type { Requester } from "../../src/requests/requester.ts";
import type { Signer } from "../../src/signers/signer.ts";

export const policyRef: ObjectRef = {
  group: "",
  kind: "ConfigMap",
  namespace: "cert-signer",
  name: "pod-cert-signer",
};

/** A manifest as the reader makes it, with as much of it as barriers look at. */
export function manifestOf(ref: ObjectRef, index = 0, value: JsonObject = {}): Manifest {
  const source = { file: `${ref.name}.yaml`, line: 1, document: 1 };
  return {
    index,
    ref,
    apiVersion: ref.group === "" ? "v1" : `${ref.group}/v1`,
    value,
    annotations: {},
    document: { index, start: 0, end: 0, source },
    path: [],
    source,
  };
}

export function deployment(namespace: string, name: string, index = 0): Manifest {
  return manifestOf({ group: "apps", kind: "Deployment", namespace, name }, index);
}

export function requesterOf(dependent: Manifest, differences: Partial<Requester> = {}): Requester {
  return {
    dependent,
    path: "spec.template.spec.volumes[0].projected.sources[0]",
    source: dependent.source,
    signerName: "example.com/workload",
    namespace: dependent.ref.namespace,
    serviceAccountName: dependent.ref.name,
    keyType: "ECDSAP256",
    maxExpirationSeconds: undefined,
    userAnnotations: {},
    ...differences,
  };
}

export const signerConfig = SignerConfig.parse({
  name: "workload-certificates",
  preset: "pod-cert-signer",
  policy: { namespace: "cert-signer", configMap: "pod-cert-signer", key: "policy.json" },
  workload: { kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" },
});

export function signerWith(differences: Partial<Signer> = {}): Signer {
  return {
    config: signerConfig,
    signerName: "example.com/workload",
    policyRef,
    policies: [manifestOf(policyRef)],
    refused: false,
    judge: () => ({ status: "denied", reason: "NoGrant", detail: "not asked in these tests" }),
    ...differences,
  };
}

export function groupOf(
  requesters: readonly Requester[],
  differences: Partial<BarrierGroup> = {},
): BarrierGroup {
  return {
    phase: "Sync",
    signer: signerConfig,
    signerName: "example.com/workload",
    policy: policyRef,
    policyManifest: manifestOf(policyRef),
    requesters,
    ...differences,
  };
}

export const impatient = { ...signerConfig, readiness: Readiness.parse({ timeout: "1m" }) };
