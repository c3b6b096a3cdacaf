import { describe, expect, it } from "vitest";
import { account, asking, described, inOneWord, problemsOf, signerOf } from "./described.ts";

/**
 * Another one: rules in YAML under a key of a ConfigMap. The first rule that fits decides, and a rule may deny; a star
 * stands for anything.
 */
const rules = `
version: 2
rules:
  - { action: deny, accounts: ["kube-system/*"] }
  - { action: allow, accounts: [web/server], keys: [ECDSAP256], names: [web.svc] }
  - { action: allow, accounts: [web/server], keys: [ED25519], names: [other.svc] }
  - { action: audit, accounts: ["shop/*"] }
  - { action: deny, accounts: ["shop/till"], names: [secret.svc] }
  - { action: allow, accounts: ["shop/*"], names: ["*"] }
`;

const where = { namespace: "signing", name: "rules", key: "rules.yaml", format: "yaml" } as const;
const fields = {
  subject: { path: "accounts", form: "{namespace}/{serviceAccount}", match: "glob" },
  keyType: { path: "keys", missing: "any" },
  annotations: { "example.org/names": { path: "names", match: "glob", separator: ",", missing: "any" } },
} as const;
const effect = { path: "action", deny: ["deny"], allow: ["allow"], denial: "Forbidden" };
const grants = { path: "rules", precedence: "first", fields, effect } as const;

const names = (text: string) => ({ userAnnotations: { "example.org/names": text } });

function configMap(text: string, key = "rules.yaml"): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: rules, namespace: signing }
data:
  ${key}: ${JSON.stringify(text)}
`;
}

function answer(requester = asking(), more: object = {}, text = rules): string {
  return inOneWord(
    signerOf(described(where, { ...grants, ...more } as never), configMap(text)).judge(requester),
  );
}

const rule = (index: number) => `data["rules.yaml"].rules[${index}]`;

describe("rules of which the first that fits decides", () => {
  it.each([
    ["the first that grants", account("web/server"), rule(1)],
    [
      "the next, where another field of the first does not fit",
      account("web/server", { keyType: "ED25519" }),
      rule(2),
    ],
    ["one behind a rule that does neither", account("shop/web", names("a.svc")), rule(5)],
    ["one behind a denial that is about other names", account("shop/till", names("a.svc")), rule(5)],
    ["one behind a denial of names, where none is asked for", account("shop/till"), rule(5)],
  ])("grants by %s", (_what, requester, path) => {
    expect(answer(requester)).toBe(path);
  });

  it.each([
    ["an explicit denial", account("kube-system/agent"), "Forbidden"],
    [
      "an explicit denial of one of several names",
      account("shop/till", names("a.svc,secret.svc")),
      "Forbidden",
    ],
    ["no rule at all", account("lab/x"), "NoGrant"],
    ["no rule that takes all that is asked for", account("web/server", { keyType: "RSA3072" }), "NoGrant"],
    ["names of which no rule has all", account("web/server", names("web.svc,other.svc")), "NoGrant"],
  ])("denies by %s", (_what, requester, reason) => {
    expect(answer(requester)).toBe(reason);
  });

  it("denies by the rule that it chose, where the description says that a field is not for choosing", () => {
    const strict = { ...fields, keyType: { ...fields.keyType, denial: "UnsupportedKeyType" } };
    expect(answer(account("web/server", { keyType: "ED25519" }), { fields: strict })).toBe(
      "UnsupportedKeyType",
    );
    expect(answer(account("web/server"), { fields: strict })).toBe(rule(1));
  });
});

describe("the other ways to choose", () => {
  it("any: one grant is enough, wherever it stands, and one denial beats them all", () => {
    const strict = { ...fields, keyType: { ...fields.keyType, denial: "UnsupportedKeyType" } };
    const any = { precedence: "any", fields: strict };
    expect(answer(account("web/server", { keyType: "ED25519" }), any)).toBe(rule(2));
    expect(answer(account("web/server", { keyType: "RSA3072" }), any)).toBe("UnsupportedKeyType");
    const last = "rules: [{ action: allow, accounts: ['*'] }, { action: deny, accounts: [web/server] }]";
    expect(answer(account("web/server"), any, last)).toBe("Forbidden");
    expect(answer(account("web/other"), any, last)).toBe(rule(0));
  });

  it("most-specific: a spelled out account, then the longest pattern, then a denial, then the first", () => {
    const specific = { precedence: "most-specific" };
    const text = `rules:
      - { action: allow, accounts: ["*"] }
      - { action: deny, accounts: ["web/*"] }
      - { action: allow, accounts: ["web/s*"] }
      - { action: allow, accounts: [web/server] }
      - { action: allow, accounts: ["shop/*"] }
      - { action: allow, accounts: ["shop/*"] }
      - { action: deny, accounts: ["lab/*"] }
      - { action: allow, accounts: ["lab/*"] }
      - { action: allow, accounts: [other/x, "ot*"] }`;
    const chosen = ["web/server", "web/site", "web/other", "shop/x", "lab/x", "other/x", "else/x"];
    expect(chosen.map((name) => answer(account(name), specific, text))).toEqual([
      rule(3),
      rule(2),
      "Forbidden",
      rule(4),
      "Forbidden",
      rule(8),
      rule(0),
    ]);
  });

  it("most-specific: the namespace counts more than the account", () => {
    const both = {
      precedence: "most-specific",
      fields: {
        namespace: { path: "ns", match: "prefix", missing: "any" },
        serviceAccount: { path: "sa", missing: "any" },
      },
    };
    const text = `rules:
      - { action: allow, sa: server }
      - { action: allow, ns: "we*", sa: server }
      - { action: deny, ns: web }`;
    expect(answer(account("web/server"), both, text)).toBe("Forbidden");
    expect(answer(account("west/server"), both, text)).toBe(rule(1));
    expect(answer(account("shop/server"), both, text)).toBe(rule(0));
  });
});

describe("an effect", () => {
  const by = (own: object) => ({ effect: own });

  it("may be a yes or a no", () => {
    const text = "rules: [{ accounts: [web/server], deny: true }, { accounts: [shop/x], deny: false }]";
    const own = by({ path: "deny", deny: [true] });
    expect(answer(account("web/server"), own, text)).toBe("NoGrant");
    expect(answer(account("shop/x"), own, text)).toBe(rule(1));
  });

  it("that is neither grants unless the description says what does", () => {
    const text = "rules: [{ accounts: [web/server], action: audit }, { accounts: [web/server] }]";
    expect(answer(account("web/server"), by({ path: "action", deny: ["deny"] }), text)).toBe(rule(0));
    expect(
      answer(account("web/server"), by({ path: "action", deny: ["deny"], allow: ["allow"] }), text),
    ).toBe("NoGrant");
  });
});

describe("the text of a policy", () => {
  const problems = (text: string, format: "yaml" | "json" = "yaml", key = "rules.yaml") =>
    problemsOf(described({ ...where, format }, grants as never), configMap(text, key));
  const unreadable = (location: string, reason: string) => [
    { code: "policy-unreadable", signer: "mesh-identities", location, reason },
  ];

  it("is read as Go reads YAML, and a policy in JSON is YAML too", () => {
    expect(
      answer(account("web/server"), {}, '{"rules":[{"action":"allow","accounts":["web/server"]}]}'),
    ).toBe(rule(0));
    expect(answer(account("web/server"), { path: "." }, "- { action: allow, accounts: web/server }")).toBe(
      'data["rules.yaml"][0]',
    );
  });

  it("is read as strictly as the description says", () => {
    const json = '{ "rules": [], "rules": [{ "action": "allow", "accounts": ["web/server"] }] }';
    const config = described({ ...where, format: "json" }, grants as never);
    expect(inOneWord(signerOf(config, configMap(json)).judge(asking()))).toBe(rule(0));
    expect(problems(`${json}\n{}`, "json")).toEqual(
      unreadable('data["rules.yaml"], line 2', "there is trailing data after the policy"),
    );
    expect(problems("rules: []", "json")).toMatchObject([{ location: 'data["rules.yaml"], line 1' }]);
  });

  it("says the line where it breaks", () => {
    expect(problems("rules:\n  - a: [\n")).toMatchObject([
      { code: "policy-unreadable", location: expect.stringMatching(/^data\["rules\.yaml"\], line \d$/) },
    ]);
    expect(problems("rules: []\n---\nrules: []\n")).toMatchObject([{ code: "policy-unreadable" }]);
  });

  it("has to be there", () => {
    expect(problems("rules: []", "yaml", "other.yaml")).toEqual(
      unreadable('data["rules.yaml"]', "the ConfigMap has no such key, only other.yaml"),
    );
  });

  it("may hold nothing, which grants nothing", () => {
    expect(answer(asking(), {}, "")).toBe("NoGrant");
    expect(answer(asking(), {}, "rules:")).toBe("NoGrant");
  });
});
