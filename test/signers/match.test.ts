import { describe, expect, it } from "vitest";
import type { SignerConfig } from "../../src/config/config.ts";
import type { Manifest } from "../../src/manifest/manifest.ts";
import { findRequesters } from "../../src/requests/find-requesters.ts";
import { matchRequesters } from "../../src/signers/match.ts";
import { readSigners } from "../../src/signers/read-signers.ts";
import type { Signer } from "../../src/signers/signer.ts";
import { deployment } from "../requests/make-manifest.ts";
import { readYaml } from "../requests/read-yaml.ts";
import { policyConfigMap, requester, signerConfig, soundPolicy } from "./policies.ts";

function signersOf(configs: readonly SignerConfig[], ...manifests: readonly Manifest[]): readonly Signer[] {
  return readSigners(configs, manifests).value;
}

const refusedPolicy = policyConfigMap({ ...soundPolicy, typo: 1 });

describe("the status of a requester", () => {
  it("is granted, with the grant that covers it", () => {
    const asked = requester();
    const [signer] = signersOf([signerConfig()], policyConfigMap());
    const { value, findings } = matchRequesters([asked], [signer as Signer]);
    expect(value).toMatchObject([
      {
        requester: asked,
        status: "granted",
        signer,
        denial: undefined,
        grant: { summary: "web/server (server)" },
      },
    ]);
    expect(findings).toEqual([]);
  });

  it("is denied, with the signer's reason and what the rollout makes of it", () => {
    const policy = policyConfigMap({ ...soundPolicy, grants: [] });
    const dependent = deployment({ strategy: { type: "Recreate" } });
    const asked = requester({ dependent });
    const { value, findings } = matchRequesters([asked], signersOf([signerConfig()], policy));
    const denial = { reason: "NoGrant", detail: "no grant covers service account server of web" };
    expect(value).toMatchObject([{ status: "denied", denial, grant: undefined }]);
    expect(findings).toEqual([
      {
        code: "requester-denied",
        refs: [dependent.ref, policy.ref],
        source: dependent.source,
        args: {
          signerName: "example.com/workload",
          namespace: "web",
          serviceAccountName: "server",
          ...denial,
          consequence: "Outage: strategy Recreate removes every old pod before the first new one asks",
        },
      },
    ]);
  });

  it("is external where the policy is not in the render: never missing", () => {
    const signers = signersOf([signerConfig({ signerName: "example.com/workload" })]);
    const { value, findings } = matchRequesters([requester()], signers);
    expect(value).toMatchObject([{ status: "external", signer: signers[0], denial: undefined }]);
    expect(findings).toEqual([]);
  });

  it("is unknown where nobody configured the signer, which is one warning for all that ask it", () => {
    const other = deployment();
    const renamed = { ...other, ref: { ...other.ref, name: "api" } };
    const asked = [requester(), requester({ dependent: renamed }), requester()];
    const { value, findings } = matchRequesters(asked, []);
    expect(value.map(({ status, signer }) => ({ status, signer }))).toEqual(
      asked.map(() => ({ status: "unknown", signer: undefined })),
    );
    expect(findings).toEqual([
      {
        code: "signer-unconfigured",
        refs: [renamed.ref, other.ref],
        source: renamed.source,
        args: { signerName: "example.com/workload" },
      },
    ]);
  });

  it("is unknown where the policy would be refused, which its own finding says once", () => {
    const reading = readSigners([signerConfig()], [refusedPolicy]);
    const { value, findings } = matchRequesters([requester(), requester()], reading.value);
    expect(value).toMatchObject([
      { status: "unknown", signer: { refused: true } },
      { status: "unknown", signer: { refused: true } },
    ]);
    expect([...reading.findings, ...findings].map(({ code }) => code)).toEqual(["policy-refused"]);
  });
});

describe("several signers", () => {
  const other = signerConfig({ name: "other", signerName: "example.com/other" });

  it("are told apart by their names", () => {
    const asked = [requester(), requester({ signerName: "example.com/other" })];
    const external = { ...other, policy: { ...other.policy, configMap: "elsewhere" } };
    const { value } = matchRequesters(asked, signersOf([external, signerConfig()], policyConfigMap()));
    expect(value.map(({ status, signer }) => [status, signer?.config.name])).toEqual([
      ["granted", "workload-certificates"],
      ["external", "other"],
    ]);
  });

  it("of one name: nobody can say which answers, which is an error where somebody asks", () => {
    const twin = signerConfig({ name: "twin", signerName: "example.com/workload" });
    const external = { ...twin, policy: { ...twin.policy, configMap: "elsewhere" } };
    const asked = requester();
    const signers = signersOf([signerConfig(), external], policyConfigMap());
    const { value, findings } = matchRequesters([asked], signers);
    expect(value).toMatchObject([{ status: "unknown", signer: undefined, grant: undefined }]);
    expect(findings).toEqual([
      {
        code: "signer-name-shared",
        refs: [asked.dependent.ref],
        source: asked.source,
        args: { signerName: "example.com/workload", signers: ["workload-certificates", "twin"] },
      },
    ]);
    const elsewhere = requester({ signerName: "example.com/other" });
    expect(matchRequesters([elsewhere], signers).findings.map(({ code }) => code)).toEqual([
      "signer-unconfigured",
    ]);
  });
});

describe("a configured signer whose name nobody says", () => {
  const nameless = signersOf([signerConfig()]);

  it("is an error where a requester could be its own, instead of a warning about that requester", () => {
    const asked = requester();
    const { value, findings } = matchRequesters([asked], nameless);
    expect(value).toMatchObject([{ status: "unknown" }]);
    expect(findings).toEqual([
      {
        code: "signer-name-unknown",
        refs: [asked.dependent.ref],
        source: asked.source,
        args: { signer: "workload-certificates" },
      },
    ]);
  });

  it("is no error where every requester has another signer", () => {
    const known = signerConfig({ name: "known", signerName: "example.com/workload" });
    const { findings } = matchRequesters([requester()], [...nameless, ...signersOf([known])]);
    expect(findings).toEqual([]);
  });

  it("is no error where nothing asks for a certificate", () => {
    expect(matchRequesters([], nameless)).toEqual({ value: [], findings: [] });
  });

  it("is no second error where its policy is refused before it says a name", () => {
    const unreadable = readSigners([signerConfig()], [policyConfigMap("{")]);
    const { findings } = matchRequesters([requester()], unreadable.value);
    expect([...unreadable.findings, ...findings].map(({ code }) => code)).toEqual(["policy-refused"]);
  });
});

describe("a whole render", () => {
  const policy = `
apiVersion: v1
kind: ConfigMap
metadata: { name: pod-cert-signer, namespace: cert-signer }
data:
  policy.json: |
    { "signerName": "example.com/workload", "trustDomain": "example.com",
      "dnsNamesAnnotation": "example.com/dns-names", "lifetime": "24h", "refreshAt": 0.66,
      "keyTypes": ["ECDSAP256"],
      "grants": [
        { "namespace": "shop", "serviceAccount": "default", "usage": "client" },
        { "namespace": "shop", "serviceAccount": "old", "usage": "client" },
        { "namespace": "shop", "serviceAccount": "new", "usage": "client" } ] }
`;

  const pod = (name: string, accounts: string) => `
apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  ${accounts}
  containers: [{ name: main, image: "registry.example.com/main:1" }]
  volumes:
    - name: certificate
      projected: { sources: [{ podCertificate: { signerName: example.com/workload, keyType: ECDSAP256 } }] }
`;

  /** Name and status of each requester of a render that goes into a namespace. */
  function statuses(documents: readonly string[], namespace: string): Record<string, string> {
    const manifests = readYaml(documents.join("---"), namespace);
    const signers = readSigners([signerConfig()], manifests).value;
    const { value } = matchRequesters(findRequesters(manifests).value, signers);
    return Object.fromEntries(value.map(({ requester: one, status }) => [one.dependent.ref.name, status]));
  }

  it("matches a grant that names the namespace with a workload that leaves it to the destination", () => {
    const render = [policy, pod("web", "serviceAccountName: new")];
    expect(statuses(render, "shop")).toEqual({ web: "granted" });
    expect(statuses(render, "yard")).toEqual({ web: "denied" });
  });

  it("matches grants with accounts in every spelling of the pod spec", () => {
    const render = [
      policy,
      pod("only-the-alias", "serviceAccount: old"),
      pod("both-the-same", "serviceAccountName: new\n  serviceAccount: new"),
      pod("both-and-the-new-one-counts", "serviceAccountName: new\n  serviceAccount: nobody"),
      pod("both-and-the-old-one-does-not", "serviceAccountName: nobody\n  serviceAccount: new"),
      pod("none", ""),
      pod("empty", 'serviceAccountName: ""'),
    ];
    expect(statuses(render, "shop")).toEqual({
      "only-the-alias": "granted",
      "both-the-same": "granted",
      "both-and-the-new-one-counts": "granted",
      "both-and-the-old-one-does-not": "denied",
      none: "granted",
      empty: "granted",
    });
  });

  it("sees a key that is spelled with an escape, and each place of a shared volume", () => {
    const escaped = pod("escaped", "serviceAccountName: new").replace(
      "podCertificate",
      '"podCertif\\u0069cate"',
    );
    const shared = `
apiVersion: example.com/v1
kind: Pair
metadata: { name: pair }
spec:
  first: { serviceAccountName: new, volumes: &volumes [{ projected: { sources: [{ podCertificate: { signerName: example.com/workload, keyType: ECDSAP256 } }] } }] }
  second: { serviceAccountName: nobody, volumes: *volumes }
`;
    expect(statuses([policy, escaped], "shop")).toEqual({ escaped: "granted" });
    const requesters = findRequesters(readYaml(shared, "shop")).value;
    expect(requesters.map(({ serviceAccountName }) => serviceAccountName)).toEqual(["new", "nobody"]);
  });

  it("has nothing to match where there are grants only, or workloads that ask for no certificate", () => {
    const queue = `
apiVersion: rabbitmq.com/v1beta1
kind: RabbitmqCluster
metadata: { name: queue }
spec: { replicas: 3 }
`;
    expect(statuses([policy], "shop")).toEqual({});
    expect(statuses([policy, queue], "shop")).toEqual({});
  });
});
