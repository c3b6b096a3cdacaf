import { describe, expect, it } from "vitest";
import { type PolicyReading, readPolicy } from "../../src/signers/pod-cert-signer-policy.ts";
import { soundPolicy } from "./policies.ts";

const [server, agent] = soundPolicy.grants;

/** The reading of the sound policy with some fields changed. */
function readWith(fields: object): PolicyReading {
  return readPolicy(JSON.stringify({ ...soundPolicy, ...fields }));
}

/** The reading of the sound policy with its first grant changed. */
function readWithGrant(fields: object): PolicyReading {
  return readWith({ grants: [{ ...server, ...fields }] });
}

/** The reading of the sound policy's text with members added before its closing brace. */
function readWithText(members: string): PolicyReading {
  return readPolicy(JSON.stringify(soundPolicy).replace(/\}$/, `,${members}}`));
}

describe("a policy that the signer accepts", () => {
  it("is read with its grants in order", () => {
    expect(readPolicy(JSON.stringify(soundPolicy))).toEqual({
      accepted: true,
      policy: {
        signerName: "example.com/workload",
        dnsNamesAnnotation: "example.com/dns-names",
        lifetimeSeconds: 86_400,
        keyTypes: ["ECDSAP256", "ED25519"],
        grants: [
          {
            namespace: "web",
            serviceAccount: "server",
            usage: "server",
            dnsNames: ["server.web.svc", "www.web.svc"],
          },
          { namespace: "tenant-*", serviceAccount: "agent", usage: "client", dnsNames: [] },
        ],
      },
    });
  });

  it.each([
    ["no grants at all", { grants: undefined }],
    ["grants: null", { grants: null }],
    ["an empty list of grants", { grants: [] }],
    ["a lifetime of just one hour", { lifetime: "59m60s" }],
    ["refreshAt at its lower bound", { refreshAt: 0.17 }],
    ["refreshAt at its upper bound", { refreshAt: 0.83 }],
    [
      "every key type",
      { keyTypes: ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"] },
    ],
    ["a grant with usage server-and-client", { grants: [{ ...server, usage: "server-and-client" }] }],
    ["a client grant with an empty list of names", { grants: [{ ...agent, dnsNames: [] }] }],
    ["a name with the long suffix", { grants: [{ ...server, dnsNames: ["a.svc.cluster.local"] }] }],
  ])("may have %s", (_, fields) => {
    expect(readWith(fields).accepted).toBe(true);
  });
});

describe("a policy that the signer refuses", () => {
  it.each([
    ["an empty signer name", { signerName: "" }, "signerName is empty"],
    ["no signer name", { signerName: undefined }, "signerName is empty"],
    ["a signer name that is null", { signerName: null }, "signerName is empty"],
    ["an empty trust domain", { trustDomain: "" }, "trustDomain must be a bare host name"],
    [
      "a trust domain with a scheme",
      { trustDomain: "spiffe://example.com" },
      "trustDomain must be a bare host name",
    ],
    [
      "a trust domain with a port",
      { trustDomain: "example.com:443" },
      "trustDomain must be a bare host name",
    ],
    [
      "an annotation without a domain",
      { dnsNamesAnnotation: "dns-names" },
      "dnsNamesAnnotation must begin with a domain, as in example.com/dns-names",
    ],
    [
      "an annotation whose domain has no dot",
      { dnsNamesAnnotation: "example/dns.names" },
      "dnsNamesAnnotation must begin with a domain, as in example.com/dns-names",
    ],
    [
      "an annotation that is a domain only",
      { dnsNamesAnnotation: "example.com/" },
      "dnsNamesAnnotation must begin with a domain, as in example.com/dns-names",
    ],
    ["no lifetime", { lifetime: undefined }, "lifetime must be one hour or more"],
    ["a lifetime below an hour", { lifetime: "59m59.999999999s" }, "lifetime must be one hour or more"],
    ["a negative lifetime", { lifetime: "-24h" }, "lifetime must be one hour or more"],
    ["a lifetime in days", { lifetime: "1d" }, 'lifetime "1d" is no duration such as "24h"'],
    [
      "a lifetime in seconds as a number",
      { lifetime: 86_400 },
      'lifetime must be a string such as "24h", not a number',
    ],
    ["a lifetime that is null", { lifetime: null }, 'lifetime must be a string such as "24h", not null'],
    ["no refreshAt", { refreshAt: undefined }, "refreshAt must be between 0.17 and 0.83"],
    ["refreshAt too early", { refreshAt: 0.16 }, "refreshAt must be between 0.17 and 0.83"],
    ["refreshAt too late", { refreshAt: 0.84 }, "refreshAt must be between 0.17 and 0.83"],
    ["refreshAt as a string", { refreshAt: "0.5" }, "refreshAt must be a number, not a string"],
    ["no key types", { keyTypes: undefined }, "keyTypes is empty"],
    ["an empty list of key types", { keyTypes: [] }, "keyTypes is empty"],
    ["an unknown key type", { keyTypes: ["ECDSAP256", "ecdsap256"] }, 'unknown key type "ecdsap256"'],
    ["a key type that is null", { keyTypes: [null] }, 'unknown key type ""'],
    ["key types as one string", { keyTypes: "ECDSAP256" }, "keyTypes must be a list, not a string"],
    ["an unknown field", { grant: [] }, 'unknown field "grant" in the policy'],
    ["grants as an object", { grants: {} }, "grants must be a list, not an object"],
    ["a grant that is a string", { grants: ["web/server"] }, "grants[0] must be an object, not a string"],
    ["a grant that is null", { grants: [null] }, "grants[0]: namespace is empty"],
  ])("may have %s", (_, fields, reason) => {
    expect(readWith(fields)).toMatchObject({ accepted: false, reason });
  });

  it.each([
    ["no namespace", { namespace: undefined }, "grants[0]: namespace is empty"],
    ["every namespace", { namespace: "*" }, 'grants[0]: namespace "*" would grant every namespace'],
    ["a star inside", { namespace: "a*b" }, 'grants[0]: "*" may only be the last character of namespace'],
    ["two stars", { namespace: "web**" }, 'grants[0]: "*" may only be the last character of namespace'],
    ["no service account", { serviceAccount: "" }, "grants[0]: serviceAccount must be one literal name"],
    [
      "a service account with a star",
      { serviceAccount: "s*" },
      "grants[0]: serviceAccount must be one literal name",
    ],
    ["no usage", { usage: undefined }, "grants[0]: usage must be client or server or server-and-client"],
    [
      "a usage in capitals",
      { usage: "Server" },
      "grants[0]: usage must be client or server or server-and-client",
    ],
    ["names on a client grant", { usage: "client" }, "grants[0]: a client grant must not have dnsNames"],
    ["no names on a server grant", { dnsNames: [] }, "grants[0]: a server grant needs dnsNames"],
    [
      "no names on a grant for both",
      { usage: "server-and-client", dnsNames: null },
      "grants[0]: a server-and-client grant needs dnsNames",
    ],
    [
      "a name outside the cluster",
      { dnsNames: ["www.example.com"] },
      'grants[0]: dnsName "www.example.com" is not under .svc or .svc.cluster.local',
    ],
    [
      "a bare suffix",
      { dnsNames: [".svc"] },
      'grants[0]: dnsName ".svc" is not under .svc or .svc.cluster.local',
    ],
    ["an unknown field", { dnsName: "a.svc" }, 'unknown field "dnsName" in grants[0]'],
  ])("may have a grant with %s", (_, fields, reason) => {
    expect(readWithGrant(fields)).toMatchObject({ accepted: false, reason });
  });

  it("is refused at the line that is wrong, and its signer name is known all the same", () => {
    const text = `{\n  "signerName": "example.com/workload",\n  "grants": [\n    { "namespace": "*" }\n  ],\n  "typo": 1\n}`;
    expect(readPolicy(text)).toEqual({
      accepted: false,
      line: 6,
      reason: 'unknown field "typo" in the policy',
      signerName: "example.com/workload",
    });
  });

  it.each([
    ["nothing", "", 1, "the text ends where a value is expected"],
    [
      "another object after it",
      `${JSON.stringify(soundPolicy)}\n{}`,
      2,
      "there is trailing data after the policy",
    ],
    [
      "a comment",
      '{\n// a policy\n"signerName": "a/b"}',
      2,
      '"/" stands where a field name in double quotes is expected',
    ],
    ["a trailing comma", '{"keyTypes": [\n"ED25519",\n]}', 3, '"]" stands where a value is expected'],
    ["NaN", '{"refreshAt": NaN}', 1, '"N" stands where a value is expected'],
    [
      "a byte order mark",
      `\ufeff${JSON.stringify(soundPolicy)}`,
      1,
      '"\ufeff" stands where a value is expected',
    ],
    ["YAML", "signerName: example.com/workload\n", 1, '"s" stands where a value is expected'],
    ["a list", "[]", 1, "the policy must be an object, not an array"],
    ["null", "null", 1, "signerName is empty"],
    ["a number beyond all bounds", '{"refreshAt": 1e999}', 1, "refreshAt is too large a number"],
    [
      "an escape of another language",
      '{"signerName": "\\x41"}',
      1,
      "a string holds an escape that JSON does not have",
    ],
    [
      "a line break in a string",
      '{"signerName": "a\nb"}',
      1,
      "a string holds a raw control character or line break",
    ],
    ["an open string", '{"signerName": "a', 1, "a string is not closed"],
    ["endless nesting", "[".repeat(100_000), 1, "values are nested more than 64 levels deep"],
  ])("may be %s", (_, text, line, reason) => {
    expect(readPolicy(text)).toMatchObject({ accepted: false, line, reason });
  });
});

describe("what Go's decoder makes of unusual texts", () => {
  it("matches field names without regard to case, with the two letters that fold to ASCII", () => {
    const folded = JSON.stringify(soundPolicy)
      .replace('"signerName"', '"\u017fIGNERname"')
      .replace('"keyTypes"', '"\u212aeytypes"');
    expect(readPolicy(folded)).toEqual(readPolicy(JSON.stringify(soundPolicy)));
  });

  it("lets the last of repeated fields win, in any spelling", () => {
    expect(readWithText('"SIGNERNAME": "example.com/last"')).toMatchObject({
      policy: { signerName: "example.com/last" },
    });
  });

  it("leaves a text as it is for a later null, and empties a list", () => {
    expect(readWithText('"signerName": null, "grants": null')).toMatchObject({
      accepted: true,
      policy: { signerName: "example.com/workload", grants: [] },
    });
  });

  it("reads a repeated list over the earlier one, item by item", () => {
    expect(readWithText('"grants": [{ "namespace": "shop" }]')).toMatchObject({
      policy: { grants: [{ ...server, namespace: "shop" }] },
    });
    const restored = readWithText('"grants": [{}], "grants": [{}, { "ou": "other" }]');
    expect(restored).toEqual(readPolicy(JSON.stringify(soundPolicy)));
  });

  it("forgets an earlier list once an empty one or null stands between", () => {
    for (const between of ["[]", "null"]) {
      expect(readWithText(`"grants": ${between}, "grants": [{}]`)).toMatchObject({
        accepted: false,
        reason: "grants[0]: namespace is empty",
      });
    }
  });

  it("takes a closing bracket for the end, whatever follows", () => {
    expect(readPolicy(`${JSON.stringify(soundPolicy)} }{ "grants": [`).accepted).toBe(true);
  });

  it("reads a lone surrogate as the replacement character", () => {
    expect(readWithText('"signerName": "example.com/\\ud800"')).toMatchObject({
      policy: { signerName: "example.com/\ufffd" },
    });
  });
});
