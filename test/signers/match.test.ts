import { describe, expect, it } from "vitest";
import type { SignerConfig } from "../../src/config/config.ts";
import type { Manifest } from "../../src/manifest/manifest.ts";
import { findRequesters } from "../../src/requests/find-requesters.ts";
import { matchRequesters } from "../../src/signers/match.ts";
import { readSigners } from "../../src/signers/read-signers.ts";
import type { Signer } from "../../src/signers/signer.ts";
import { deployment, makeManifest, podSpec, workload } from "../requests/make-manifest.ts";
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

  it("of one name: the first answers", () => {
    const twin = signerConfig({ name: "twin", signerName: "example.com/workload" });
    const external = { ...twin, policy: { ...twin.policy, configMap: "elsewhere" } };
    const { value } = matchRequesters(
      [requester()],
      signersOf([signerConfig(), external], policyConfigMap()),
    );
    expect(value).toMatchObject([
      { status: "granted", signer: { config: { name: "workload-certificates" } } },
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
  const grants = [
    { namespace: "shop", serviceAccount: "default", usage: "client" },
    { namespace: "shop", serviceAccount: "old", usage: "client" },
    { namespace: "shop", serviceAccount: "new", usage: "client" },
  ];
  const policy = policyConfigMap({ ...soundPolicy, grants });

  function statuses(manifests: readonly Manifest[]): readonly string[] {
    const requesters = findRequesters(manifests).value;
    const signers = readSigners([signerConfig()], [policy, ...manifests]).value;
    return matchRequesters(requesters, signers).value.map(({ status }) => status);
  }

  it("matches a grant that names the namespace with a workload that leaves it to the destination", () => {
    const object = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: { template: { spec: podSpec({ serviceAccountName: "new" }) } },
    };
    expect(statuses([makeManifest(object, "shop")])).toEqual(["granted"]);
    expect(statuses([makeManifest(object, "yard")])).toEqual(["denied"]);
  });

  it("matches grants with accounts in every spelling of the pod spec", () => {
    const pods = [
      { serviceAccount: "old" },
      { serviceAccountName: "new", serviceAccount: "new" },
      { serviceAccountName: "new", serviceAccount: "nobody" },
      {},
      { serviceAccountName: "" },
      { serviceAccountName: "nobody", serviceAccount: "new" },
    ];
    const manifests = pods.map((pod) => {
      const manifest = workload("v1", "Pod", podSpec(pod));
      return { ...manifest, ref: { ...manifest.ref, namespace: "shop" } };
    });
    expect(statuses(manifests)).toEqual(["granted", "granted", "granted", "granted", "granted", "denied"]);
  });

  it("finds nothing to match in a render with grants only, or with workloads that ask for no certificate", () => {
    const quiet = workload("apps/v1", "Deployment", { template: { spec: { containers: [] } } });
    const queue = workload("rabbitmq.com/v1beta1", "RabbitmqCluster", { replicas: 3 });
    expect(statuses([])).toEqual([]);
    expect(statuses([quiet, queue])).toEqual([]);
  });
});
