import { SignerConfig, type SignerConfigOf } from "../../src/config/config.ts";
import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";
import type { Requester } from "../../src/requests/requester.ts";
import { deployment, makeManifest } from "../requests/make-manifest.ts";

/** A policy that pod-cert-signer accepts: one server, one family of clients. */
export const soundPolicy = {
  signerName: "example.com/workload",
  trustDomain: "example.com",
  dnsNamesAnnotation: "example.com/dns-names",
  lifetime: "24h",
  refreshAt: 0.66,
  keyTypes: ["ECDSAP256", "ED25519"],
  grants: [
    {
      namespace: "web",
      serviceAccount: "server",
      usage: "server",
      dnsNames: ["server.web.svc", "www.web.svc"],
    },
    { namespace: "tenant-*", serviceAccount: "agent", usage: "client", ou: "agent" },
  ],
};

/** The ConfigMap that carries a policy; other fields of the object are merged over it. */
export function policyConfigMap(policy: unknown = soundPolicy, fields: JsonObject = {}): Manifest {
  const text = typeof policy === "string" ? policy : JSON.stringify(policy, null, 2);
  return makeManifest({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "pod-cert-signer", namespace: "cert-signer" },
    data: { "policy.json": text },
    ...fields,
  });
}

/** The configuration of the signer whose policy {@link policyConfigMap} carries. */
export function signerConfig(
  fields: Partial<Pick<SignerConfig, "name" | "signerName" | "workload">> = {},
): SignerConfigOf<"pod-cert-signer"> {
  const config = SignerConfig.parse({
    name: "workload-certificates",
    preset: "pod-cert-signer",
    policy: { namespace: "cert-signer", configMap: "pod-cert-signer", key: "policy.json" },
    ...fields,
  });
  if (config.preset !== "pod-cert-signer") throw new Error("the preset of this test was changed");
  return config;
}

/** The requester that the first grant of {@link soundPolicy} covers, with some of its fields changed. */
export function requester(fields: Partial<Requester> = {}): Requester {
  const dependent = fields.dependent ?? deployment();
  return {
    dependent,
    path: "spec.template.spec.volumes[0].projected.sources[0]",
    source: dependent.source,
    signerName: "example.com/workload",
    namespace: "web",
    serviceAccountName: "server",
    keyType: "ECDSAP256",
    maxExpirationSeconds: undefined,
    userAnnotations: {},
    ...fields,
  };
}
