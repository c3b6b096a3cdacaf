import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Requester } from "../../src/requests/requester.ts";
import { podCertSigner } from "../../src/signers/pod-cert-signer.ts";
import type { Verdict } from "../../src/signers/signer.ts";
import { runs } from "../runs.ts";
import { policyConfigMap, requester, signerConfig, soundPolicy } from "./policies.ts";

/** What the signer answers to the standard requester with some fields changed, by a policy with some fields changed. */
function verdict(asked: Partial<Requester> = {}, policy: object = {}): Verdict {
  const manifest = policyConfigMap({ ...soundPolicy, ...policy });
  return podCertSigner.read(signerConfig(), [manifest]).value.judge(requester(asked));
}

function pathOrReason(answer: Verdict): string {
  if (answer.status === "granted") return answer.grant.path;
  return answer.status === "denied" ? answer.reason : answer.status;
}

function wants(names: string): Partial<Requester> {
  return { userAnnotations: { "example.com/dns-names": names } };
}

const agent = { namespace: "tenant-blue", serviceAccountName: "agent" };

describe("finding the policy", () => {
  const namelessSigner = { signerName: undefined, policies: [], refused: false };

  it("calls the grants external where the render has no such ConfigMap", () => {
    const elsewhere = policyConfigMap(soundPolicy, {
      metadata: { name: "pod-cert-signer", namespace: "web" },
    });
    const secret = policyConfigMap(soundPolicy, { kind: "Secret" });
    const foreign = policyConfigMap(soundPolicy, { apiVersion: "example.com/v1" });
    const reading = podCertSigner.read(signerConfig(), [elsewhere, secret, foreign]);
    expect(reading).toMatchObject({ value: namelessSigner, findings: [] });
  });

  it("takes the name of an external signer from the configuration", () => {
    const { value: signer } = podCertSigner.read(signerConfig({ signerName: "example.com/workload" }), []);
    expect(signer).toMatchObject({ ...namelessSigner, signerName: "example.com/workload" });
  });

  it("takes the name of a signer in the render from its policy, and reports a configuration that differs", () => {
    const manifest = policyConfigMap();
    const reading = podCertSigner.read(signerConfig({ signerName: "example.com/other" }), [manifest]);
    expect(reading.value).toMatchObject({
      signerName: "example.com/workload",
      policies: [manifest],
      refused: false,
    });
    expect(reading.findings).toEqual([
      {
        code: "signer-name-differs",
        refs: [manifest.ref],
        source: manifest.source,
        args: {
          signer: "workload-certificates",
          configured: "example.com/other",
          stated: "example.com/workload",
        },
      },
    ]);
  });

  it("takes the last of two ConfigMaps of that name", () => {
    const old = policyConfigMap({ ...soundPolicy, grants: [] });
    const current = policyConfigMap();
    const { value: signer } = podCertSigner.read(signerConfig(), [old, current]);
    expect(signer.policies).toEqual([current]);
    expect(signer.judge(requester())).toMatchObject({ status: "granted", grant: { policy: current } });
  });

  it("reads a policy in binaryData as the kubelet would write it", () => {
    const text = Buffer.from(JSON.stringify(soundPolicy)).toString("base64");
    const manifest = policyConfigMap("", { data: {}, binaryData: { "policy.json": text } });
    const { value: signer } = podCertSigner.read(signerConfig(), [manifest]);
    expect(signer.judge(requester())).toMatchObject({
      grant: { path: 'binaryData["policy.json"].grants[0]' },
    });
  });

  it.each([
    [
      "the key is missing",
      { data: { "policy.yaml": "a", "ca.crt": "b" } },
      'data["policy.json"]',
      "the ConfigMap has no such key, only policy.yaml, ca.crt",
    ],
    ["there is no data at all", { data: null }, 'data["policy.json"]', "the ConfigMap has no such key"],
    [
      "the value is a mapping",
      { data: { "policy.json": { grants: [] } } },
      'data["policy.json"]',
      "the value is not a string, which Kubernetes refuses",
    ],
    [
      "the key is there twice",
      { binaryData: { "policy.json": "e30=" } },
      'data["policy.json"]',
      "the key stands in data and in binaryData, which Kubernetes refuses",
    ],
    [
      "the value is not base64",
      { data: {}, binaryData: { "policy.json": "e30" } },
      'binaryData["policy.json"]',
      "the value is not base64, which Kubernetes refuses",
    ],
    [
      "the signer cannot read the text",
      { data: { "policy.json": '{\n"signerName": "example.com/workload",\n"typo": 1\n}' } },
      'data["policy.json"], line 3',
      'unknown field "typo" in the policy',
    ],
  ])("refuses the policy where %s", (_, fields, location, reason) => {
    const manifest = policyConfigMap(soundPolicy, fields);
    const reading = podCertSigner.read(signerConfig(), [manifest]);
    expect(reading.value).toMatchObject({ policies: [manifest], refused: true });
    expect(reading.findings).toEqual([
      {
        code: "policy-refused",
        refs: [manifest.ref],
        source: manifest.source,
        args: { signer: "workload-certificates", location, reason },
      },
    ]);
  });
});

describe("granted", () => {
  it("says which grant covers the requester", () => {
    const manifest = policyConfigMap();
    expect(podCertSigner.read(signerConfig(), [manifest]).value.judge(requester())).toEqual({
      status: "granted",
      grant: { policy: manifest, path: 'data["policy.json"].grants[0]', summary: "web/server (server)" },
    });
  });

  it.each([
    ["a namespace under a prefix", agent],
    ["a namespace that is the prefix itself", { ...agent, namespace: "tenant-" }],
    ["the other key type", { keyType: "ED25519" }],
    ["one of the granted names", wants("www.web.svc")],
    ["all granted names, with blanks and empty entries", wants(" www.web.svc ,, \u0085server.web.svc\t,")],
    ["an annotation without names from a client", { ...agent, ...wants(" , ") }],
    ["an annotation that the signer does not look at", { userAnnotations: { "example.com/other": "a.svc" } }],
    ["a lifetime of one hour", { maxExpirationSeconds: 3600 }],
  ])("covers %s", (_, asked) => {
    expect(verdict(asked).status).toBe("granted");
  });
});

describe("denied", () => {
  it.each([
    ["another namespace", { namespace: "shop" }],
    ["another service account", { serviceAccountName: "default" }],
    ["a namespace that only begins like an exact one", { namespace: "web-2" }],
    ["a namespace that only contains a prefix", { ...agent, namespace: "my-tenant-blue" }],
    ["the pattern itself taken for a name", { ...agent, namespace: "tenant" }],
  ])("with NoGrant for %s", (_, asked) => {
    expect(verdict(asked)).toMatchObject({ status: "denied", reason: "NoGrant" });
  });

  it("with UnsupportedKeyType for a key type that the policy does not take", () => {
    expect(verdict({ keyType: "RSA3072" })).toEqual({
      status: "denied",
      reason: "UnsupportedKeyType",
      detail: "the policy takes ECDSAP256, ED25519, not RSA3072",
    });
  });

  it.each([
    ["a name that the grant does not list", wants("api.web.svc")],
    ["one name too many", wants("www.web.svc,api.web.svc")],
    ["a name in capitals", wants("WWW.web.svc")],
    ["any name of a client", { ...agent, ...wants("agent.tenant-blue.svc") }],
  ])("with DNSNameNotGranted for %s", (_, asked) => {
    expect(verdict(asked)).toMatchObject({ status: "denied", reason: "DNSNameNotGranted" });
  });

  it("with InvalidMaxExpiration for less than an hour", () => {
    expect(verdict({ maxExpirationSeconds: 3599 })).toMatchObject({ reason: "InvalidMaxExpiration" });
  });

  it("with the first reason that the signer comes to", () => {
    const wrong = { namespace: "shop", keyType: "RSA3072", ...wants("a.svc"), maxExpirationSeconds: 1 };
    const reasons = [
      verdict(wrong),
      verdict({ ...wrong, namespace: "web" }),
      verdict({ ...wrong, namespace: "web", keyType: "ED25519" }),
      verdict({ maxExpirationSeconds: 1 }),
    ].map((answer) => (answer.status === "denied" ? answer.reason : "granted"));
    expect(reasons).toEqual(["NoGrant", "UnsupportedKeyType", "DNSNameNotGranted", "InvalidMaxExpiration"]);
  });
});

describe("which grant counts", () => {
  const client = (namespace: string) => ({ namespace, serviceAccount: "agent", usage: "client" });
  const used = (grants: readonly object[]) => {
    return pathOrReason(verdict(agent, { grants }));
  };

  it("is the exact one, wherever it stands", () => {
    expect(used([client("tenant-*"), client("tenant-blue")])).toBe('data["policy.json"].grants[1]');
  });

  it("is the first of several exact ones", () => {
    expect(used([client("tenant-blue"), client("tenant-blue")])).toBe('data["policy.json"].grants[0]');
  });

  it("is the first prefix in the file, not the longest", () => {
    expect(used([client("t*"), client("tenant-*")])).toBe('data["policy.json"].grants[0]');
  });

  it("decides alone: a narrower grant is not helped by a wider one", () => {
    const narrow = { ...client("tenant-blue"), usage: "server", dnsNames: ["a.svc"] };
    const wide = { ...client("tenant-*"), usage: "server", dnsNames: ["b.svc"] };
    const answer = verdict({ ...agent, ...wants("b.svc") }, { grants: [wide, narrow] });
    expect(answer).toMatchObject({ status: "denied", reason: "DNSNameNotGranted" });
  });
});

describe("the decision as a whole", () => {
  const namespace = fc.constantFrom("a", "ab", "abc", "b");
  const account = fc.constantFrom("x", "y");
  const name = fc.constantFrom("p.svc", "q.svc", "r.svc");
  const grant = fc.record({
    namespace: fc.oneof(namespace, fc.constantFrom("a*", "ab*", "b*")),
    serviceAccount: account,
    usage: fc.constantFrom("client", "server", "server-and-client"),
    dnsNames: fc.uniqueArray(name, { minLength: 1 }),
  });
  const grants = fc
    .array(grant, { maxLength: 6 })
    .map((list) => list.map((one) => (one.usage === "client" ? { ...one, dnsNames: [] } : one)));
  const asked = fc.record({
    namespace,
    serviceAccountName: account,
    keyType: fc.constantFrom("ECDSAP256", "ED25519", "RSA4096"),
    maxExpirationSeconds: fc.constantFrom(undefined, 0, 3599, 3600, 86_400),
    userAnnotations: fc
      .array(fc.oneof(name, fc.constantFrom("", " ", " p.svc ")), { maxLength: 3 })
      .map((names): Record<string, string> => ({ "example.com/dns-names": names.join(",") })),
  });

  it("agrees with a word for word reading of the rules", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(grants, asked, (list, fields) => {
        const expected = naiveDecision(list, requester(fields));
        expect(pathOrReason(verdict(fields, { grants: list }))).toBe(expected);
        seen.add(expected.startsWith("data") ? "granted" : expected);
      }),
      runs(2000),
    );
    expect([...seen].sort()).toEqual([
      "DNSNameNotGranted",
      "InvalidMaxExpiration",
      "NoGrant",
      "UnsupportedKeyType",
      "granted",
    ]);
  });
});

interface PlainGrant {
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly usage: string;
  readonly dnsNames: readonly string[];
}

/** The rules once more, one after the other over the whole list: the path of the grant, or the reason. */
function naiveDecision(grants: readonly PlainGrant[], asked: Requester): string {
  const candidates = grants
    .map((grant, index) => ({ ...grant, index }))
    .filter((grant) => grant.serviceAccount === asked.serviceAccountName);
  const exact = candidates.filter((grant) => grant.namespace === asked.namespace);
  const families = candidates.filter(
    ({ namespace }) =>
      namespace.at(-1) === "*" &&
      asked.namespace.slice(0, namespace.length - 1) === namespace.slice(0, namespace.length - 1),
  );
  const [grant] = [...exact, ...families];
  if (grant === undefined) return "NoGrant";
  if (!["ECDSAP256", "ED25519"].includes(asked.keyType)) return "UnsupportedKeyType";
  const names: string[] = [];
  for (const part of (asked.userAnnotations["example.com/dns-names"] ?? "").split(",")) {
    if (part.trim() !== "") names.push(part.trim());
  }
  if (grant.usage === "client" && names.length > 0) return "DNSNameNotGranted";
  if (!names.every((name) => grant.dnsNames.includes(name))) return "DNSNameNotGranted";
  const bound = asked.maxExpirationSeconds ?? 86_400;
  const lifetime = bound > 0 ? Math.min(86_400, bound) : 86_400;
  if (lifetime < 3600) return "InvalidMaxExpiration";
  return `data["policy.json"].grants[${grant.index}]`;
}
