import { describe, expect, it } from "vitest";
import { readSigners } from "../../src/signers/read-signers.ts";
import { resolvePolicies } from "../../src/signers/resolve-policies.ts";
import { readYaml } from "../requests/read-yaml.ts";
import { policyConfigMap, requester, signerConfig } from "./policies.ts";

const selector = {
  group: "",
  kind: "ConfigMap",
  namespace: "cert-signer",
  name: "pod-cert-signer",
  key: "policy.json",
};
const workload = { kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" } as const;

function configMap(name: string, key = "policy.json"): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: cert-signer }
data: { ${key}: "{}" }
---
`;
}

/** The signer's Deployment with a pod spec that is written out in flow style. */
function deployment(pod: string, place = "namespace: cert-signer, name: pod-cert-signer"): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { ${place} }
spec: { template: { spec: { ${pod} } } }
---
`;
}

const mounts = (name: string) => `volumes: [{ name: policy, configMap: { name: ${name} } }]`;

/** Names of the policies, or of the candidates behind a question mark. */
function found(render: string, more: Partial<Parameters<typeof resolvePolicies>[0]> = {}): string {
  const { policies, candidates } = resolvePolicies(
    { ...selector, ...more },
    workload,
    readYaml(render, "web"),
  );
  expect(policies.length * candidates.length).toBe(0);
  const names = (policies.length > 0 ? policies : candidates).map(({ ref }) => ref.name).join(" ");
  return candidates.length > 0 ? `? ${names}` : names;
}

const hashed = "pod-cert-signer-8m2t4kbd5h";
const otherHash = "pod-cert-signer-2222222222";

describe("a policy is found by its configured name", () => {
  it("as it is, in its namespace and of its kind only", () => {
    expect(found(configMap("pod-cert-signer"))).toBe("pod-cert-signer");
    expect(found(configMap("pod-cert-signer").replace("namespace: cert-signer", "namespace: web"))).toBe("");
    expect(found(configMap("pod-cert-signer").replace("kind: ConfigMap", "kind: Secret"))).toBe("");
  });

  it("with kustomize's hash suffix, and with nothing that only looks like one", () => {
    expect(found(configMap(hashed))).toBe(hashed);
    const lookalikes = [
      "pod-cert-signer-8m2t4kbd5",
      "pod-cert-signer-8m2t4kbd5hh",
      "pod-cert-signer-8m2t4kbd5a",
    ];
    for (const name of [...lookalikes, "pod-cert-signer-8m2t4kbd5h-x", "a-pod-cert-signer-8m2t4kbd5h"]) {
      expect(found(configMap(name)), name).toBe("");
    }
  });

  it("before one with a suffix, when nothing else tells", () => {
    expect(found(configMap(hashed) + configMap("pod-cert-signer"))).toBe("pod-cert-signer");
  });

  it("which two with a suffix leave open, whatever their order", () => {
    expect(found(configMap(hashed) + configMap(otherHash))).toBe(`? ${otherHash} ${hashed}`);
    expect(found(configMap(otherHash) + configMap(hashed))).toBe(`? ${otherHash} ${hashed}`);
  });
});

describe("what the signer's pods use", () => {
  const two = configMap(hashed) + configMap(otherHash);

  it.each([
    ["a volume", mounts(hashed)],
    ["a projected volume", `volumes: [{ projected: { sources: [{ configMap: { name: ${hashed} } }] } }]`],
    [
      "a variable",
      `containers: [{ env: [{ name: P, valueFrom: { configMapKeyRef: { name: ${hashed}, key: k } } }] }]`,
    ],
    ["all variables", `containers: [{ envFrom: [{ configMapRef: { name: ${hashed} } }] }]`],
    ["an init container", `initContainers: [{ envFrom: [{ configMapRef: { name: ${hashed} } }] }]`],
  ])("decides between several, through %s", (_what, pod) => {
    expect(found(two + deployment(pod))).toBe(hashed);
  });

  it("decides against the plain name too", () => {
    expect(found(configMap("pod-cert-signer") + configMap(hashed) + deployment(mounts(hashed)))).toBe(hashed);
  });

  it("decides that a policy which is not rendered is external, whatever else has its name", () => {
    expect(found(configMap("pod-cert-signer") + deployment(mounts(hashed)))).toBe("");
  });

  it("leaves open what several volumes leave open", () => {
    const both = `volumes: [{ configMap: { name: ${hashed} } }, { configMap: { name: ${otherHash} } }]`;
    expect(found(two + deployment(both))).toBe(`? ${otherHash} ${hashed}`);
  });

  it("decides nothing when it is another workload, or one of another namespace", () => {
    expect(found(two + deployment(mounts(hashed), "namespace: cert-signer, name: other"))).toMatch(/^\?/);
    const elsewhere = { ...workload, namespace: "web" };
    const render = two + deployment(mounts(hashed), "namespace: web, name: pod-cert-signer");
    expect(resolvePolicies(selector, elsewhere, readYaml(render, "web")).candidates).toHaveLength(2);
  });

  it("finds a policy that got another name on its way, by its key", () => {
    const renamed = "prod-pod-cert-signer-8m2t4kbd5h";
    const both = `volumes: [{ configMap: { name: ${renamed} } }, { configMap: { name: ca } }]`;
    const render = configMap(renamed) + configMap("ca", "ca.crt") + deployment(both);
    expect(found(render)).toBe(renamed);
    expect(found(configMap(renamed))).toBe("");
    expect(found(render, { key: undefined })).toBe("");
  });
});

describe("without a configured name", () => {
  const anyOf = { group: "mesh.example.org", kind: "Grant", name: undefined, key: undefined };
  const grant = (place: string) =>
    `apiVersion: mesh.example.org/v1\nkind: Grant\nmetadata: { ${place} }\n---\n`;
  const three =
    grant("name: b, namespace: web") + grant("name: a, namespace: web") + grant("name: c, namespace: shop");

  it("every object of the kind counts, in the namespace if there is one, sorted", () => {
    expect(found(three, { ...anyOf, namespace: "web" })).toBe("a b");
    expect(found(three, { ...anyOf, namespace: undefined })).toBe("c a b");
    expect(found(three, { ...anyOf, namespace: "lab" })).toBe("");
  });

  it("of two objects with one identity the last counts", () => {
    const manifests = readYaml(grant("name: a, namespace: web") + grant("name: a, namespace: web"), "web");
    const { policies } = resolvePolicies({ ...selector, ...anyOf, namespace: "web" }, undefined, manifests);
    expect(policies).toEqual([manifests[1]]);
  });

  it("a name without a namespace means an object that states none", () => {
    const named = { ...anyOf, name: "a", namespace: undefined };
    expect(found(grant("name: a, namespace: web"), named)).toBe("");
    expect(found(grant("name: a"), named)).toBe("a");
  });
});

describe("a signer with several candidates", () => {
  it("is an error that names them, and none of their grants counts", () => {
    const manifests = [hashed, otherHash].map((name) =>
      policyConfigMap(undefined, { metadata: { name, namespace: "cert-signer" } }),
    );
    const { value, findings } = readSigners(
      [signerConfig({ signerName: "example.com/workload" })],
      manifests,
    );
    expect(value).toMatchObject([{ refused: true, signerName: "example.com/workload" }]);
    expect(findings).toEqual([
      {
        code: "policy-ambiguous",
        refs: [manifests[1]?.ref, manifests[0]?.ref],
        source: manifests[1]?.source,
        args: {
          signer: "workload-certificates",
          candidates: [`ConfigMap/cert-signer/${otherHash}`, `ConfigMap/cert-signer/${hashed}`],
        },
      },
    ]);
  });

  it("is none where its workload says which, and the configured name stays what barriers ask about", () => {
    const policies = [hashed, otherHash].map((name) =>
      policyConfigMap(undefined, { metadata: { name, namespace: "cert-signer" }, immutable: true }),
    );
    const manifests = [...policies, ...readYaml(deployment(mounts(otherHash)), "web")];
    const { value, findings } = readSigners([signerConfig({ workload })], manifests);
    expect(findings).toEqual([]);
    expect(value[0]?.policies).toEqual([policies[1]]);
    expect(value[0]?.policyRef).toEqual({
      group: "",
      kind: "ConfigMap",
      namespace: "cert-signer",
      name: "pod-cert-signer",
    });
    expect(value[0]?.judge(requester())).toMatchObject({ status: "granted", grant: { policy: policies[1] } });
  });
});
