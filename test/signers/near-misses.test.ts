import { describe, expect, it } from "vitest";
import { configWith, dependent, documents, planOf, policy } from "../order/planned-waves.ts";

const account = "\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: web, namespace: web }\n";
const external = { signerName: "example.com/workload" };

function signer(name: string): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: cert-signer }
spec:
  selector: { matchLabels: { app: signer } }
  template:
    metadata: { labels: { app: signer } }
    spec: { containers: [{ name: signer, image: example.com/signer }] }
`;
}

describe("a configuration that almost names an object of the render", () => {
  it("is an error where the policy is in another namespace: it would stand behind its own barrier", () => {
    const elsewhere = policy.replace("namespace: cert-signer", "namespace: signers");
    const { findings } = planOf(documents(elsewhere, account, dependent("web")), configWith({}, external));
    expect(findings).toMatchObject([
      { code: "policy-near-miss", args: { configured: "ConfigMap/cert-signer/pod-cert-signer" } },
    ]);
  });

  it("is none where the other object has the name alone: without the policy's key nobody can have meant it", () => {
    const namesake =
      "\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: pod-cert-signer, namespace: web }\n";
    const { findings } = planOf(documents(namesake, account, dependent("web")), configWith({}, external));
    expect(findings).toEqual([]);
  });

  it("is a warning where the signer's namespace has other workloads than the one that is named", () => {
    const { findings } = planOf(
      documents(policy, signer("cert-signer"), account, dependent("web")),
      configWith(),
    );
    expect(findings).toMatchObject([
      { code: "workload-near-miss", args: { configured: "Deployment/cert-signer/pod-cert-signer" } },
    ]);
  });

  it("is none where policy and workload are as configured, or both come from elsewhere", () => {
    const here = documents(policy, signer("pod-cert-signer"), account, dependent("web"));
    expect(planOf(here, configWith()).findings).toEqual([]);
    expect(planOf(documents(account, dependent("web")), configWith({}, external)).findings).toEqual([]);
  });
});
