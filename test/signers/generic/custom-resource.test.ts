import { describe, expect, it } from "vitest";
import { generic } from "../../../src/signers/generic.ts";
import { readYaml } from "../../requests/read-yaml.ts";
import {
  account,
  asking,
  described,
  type GenericConfig,
  inOneWord,
  problemsOf,
  signerOf,
} from "./described.ts";

/**
 * A signer nobody here knows: a cluster-scoped custom resource with a list of accounts that are allowed, their
 * namespaces as globs; key types hold for the whole policy, DNS names for each account.
 */
const policy = `
apiVersion: mesh.example.org/v1
kind: IdentityPolicy
metadata: { name: identities }
spec:
  keyTypes: [ECDSAP256, ED25519]
  allowed:
    - namespace: web
      serviceAccounts: [server, admin]
      dnsNames: [server.web.svc, "*.web.svc"]
    - namespace: tenant-*-prod
      serviceAccounts: [agent]
    - namespace: lab-?
`;

const grants = {
  path: "spec.allowed",
  fields: {
    namespace: { path: "namespace", match: "glob" },
    serviceAccount: { path: "serviceAccounts", missing: "any" },
    keyType: { from: "policy", path: "spec.keyTypes", denial: "UnsupportedKeyType" },
    annotations: {
      "mesh.example.org/dns": { path: "dnsNames", match: "glob", separator: ",", denial: "NameNotAllowed" },
    },
  },
} as const;

const where = { group: "mesh.example.org", kind: "IdentityPolicy", name: "identities" };
const config = described(where, grants);
const dns = (names: string) => ({ userAnnotations: { "mesh.example.org/dns": names } });

function answer(requester = asking(), by: GenericConfig = config, render = policy): string {
  return inOneWord(signerOf(by, render).judge(requester));
}

describe("a list of accounts in a custom resource", () => {
  it.each([
    ["each account of a list", account("web/admin"), "spec.allowed[0]"],
    ["a namespace by a glob", account("tenant-blue-prod/agent"), "spec.allowed[1]"],
    ["a namespace by a glob with nothing for its star", account("tenant--prod/agent"), "spec.allowed[1]"],
    ["every account where the list is missing", account("lab-1/whoever"), "spec.allowed[2]"],
    ["any key type of the policy", asking({ keyType: "ED25519" }), "spec.allowed[0]"],
    ["nothing but a DNS name that is listed", asking(dns("server.web.svc")), "spec.allowed[0]"],
    ["several DNS names with blanks and commas", asking(dns(" a.web.svc,, b.web.svc ,")), "spec.allowed[0]"],
    ["an annotation that holds nothing", asking(dns(" , ")), "spec.allowed[0]"],
    [
      "annotations that the description does not know",
      asking({ userAnnotations: { "a.b/c": "x" } }),
      "spec.allowed[0]",
    ],
  ])("grants %s", (_what, requester, path) => {
    expect(answer(requester)).toBe(path);
  });

  it.each([
    ["another account", account("web/other"), "NoGrant"],
    ["another namespace", account("shop/server"), "NoGrant"],
    ["a namespace with more than the glob says", account("tenant-blue-prod-eu/agent"), "NoGrant"],
    ["a namespace with less", account("tenant-prod/agent"), "NoGrant"],
    ["two characters for one question mark", account("lab-12/server"), "NoGrant"],
    ["a key type that the policy does not take", asking({ keyType: "RSA3072" }), "UnsupportedKeyType"],
    ["one DNS name of several that is not listed", asking(dns("server.web.svc,shop.svc")), "NameNotAllowed"],
    ["a DNS name where the grant lists none", account("lab-1/x", dns("a.web.svc")), "NameNotAllowed"],
  ])("denies %s", (_what, requester, reason) => {
    expect(answer(requester)).toBe(reason);
  });

  it("says in a denial what does not fit, and where", () => {
    const { judge } = signerOf(config, policy);
    expect(judge(asking(dns("server.web.svc,shop.svc")))).toEqual({
      status: "denied",
      reason: "NameNotAllowed",
      detail:
        'spec.allowed[0] of IdentityPolicy.mesh.example.org/web/identities does not cover value of mesh.example.org/dns "shop.svc"',
    });
    expect(judge(account("shop/server"))).toMatchObject({
      detail: "no grant covers service account server of shop",
    });
    expect(signerOf(config, policy.replace("allowed:", "forgotten:")).judge(asking())).toMatchObject({
      reason: "NoGrant",
      detail: "the policy holds no grants at spec.allowed, where grants.path of the signer looks for them",
    });
  });

  it("names the object that carries the grant", () => {
    const signer = signerOf(config, policy);
    expect(signer.policies.map(({ ref }) => ref.name)).toEqual(["identities"]);
    expect(signer.judge(asking())).toEqual({
      status: "granted",
      grant: { policy: signer.policies[0], path: "spec.allowed[0]", summary: "web/server and 1 more" },
    });
  });
});

describe("what a description can say beside that", () => {
  const of = (fields: object, more: object = {}) =>
    described(where, { path: "spec.allowed", fields, ...more } as never);
  const withEntries = (entries: string) => `
apiVersion: mesh.example.org/v1
kind: IdentityPolicy
metadata: { name: identities, namespace: mesh }
spec:
  allowed: ${entries}
`;
  const inMesh = (fields: object, more: object = {}) =>
    described({ ...where, namespace: "mesh" }, { path: "spec.allowed", fields, ...more } as never);

  it("both parts of the account in one text", () => {
    const byForm = inMesh({ subject: { path: ".", form: "{namespace}/{serviceAccount}", match: "glob" } });
    const render = withEntries('[web/server, "tenant-*/agent"]');
    expect(answer(account("web/server"), byForm, render)).toBe("spec.allowed[0]");
    expect(answer(account("tenant-blue/agent"), byForm, render)).toBe("spec.allowed[1]");
    expect(answer(account("web/agent"), byForm, render)).toBe("NoGrant");
    const users = inMesh({ subject: { path: "user" } });
    const named = withEntries('[{ user: "system:serviceaccount:web:server" }]');
    expect(answer(account("web/server"), users, named)).toBe("spec.allowed[0]");
    expect(answer(account("server/web"), users, named)).toBe("NoGrant");
  });

  it("a prefix, which a star inside is no part of", () => {
    const prefix = inMesh({ namespace: { path: ".", match: "prefix" } });
    const render = withEntries('["team-*", "a*b"]');
    expect(answer(account("team-a/x"), prefix, render)).toBe("spec.allowed[0]");
    expect(answer(account("team-/x"), prefix, render)).toBe("spec.allowed[0]");
    expect(answer(account("team/x"), prefix, render)).toBe("NoGrant");
    expect(answer(account("axb/x"), prefix, render)).toBe("NoGrant");
  });

  it("an exact text, which a star is a character of", () => {
    const exact = inMesh({ namespace: { path: "." } });
    expect(answer(account("web/x"), exact, withEntries('["*"]'))).toBe("NoGrant");
    expect(answer(account("web/x"), exact, withEntries("[web]"))).toBe("spec.allowed[0]");
  });

  it("a map whose keys are namespaces", () => {
    const keyed = inMesh({ namespace: { path: "key" }, serviceAccount: { path: "value" } }, { keyed: true });
    const render = withEntries("{ web: [server, admin], shop: [till] }");
    expect(answer(account("web/admin"), keyed, render)).toBe("spec.allowed.web");
    expect(answer(account("shop/admin"), keyed, render)).toBe("NoGrant");
  });

  it("a single grant in the place of a list", () => {
    const render = withEntries("{ namespace: web }");
    expect(answer(account("web/x"), inMesh({ namespace: { path: "namespace" } }), render)).toBe(
      "spec.allowed",
    );
  });

  it("lists on the way to the grants", () => {
    const nested = described(
      { ...where, namespace: "mesh" },
      {
        path: "spec.allowed.subjects",
        fields: { namespace: { path: "ns" } },
      },
    );
    const render = withEntries("[{ subjects: [{ ns: web }] }, { subjects: { ns: shop } }, {}]");
    expect(answer(account("web/x"), nested, render)).toBe("spec.allowed[0].subjects[0]");
    expect(answer(account("shop/x"), nested, render)).toBe("spec.allowed[1].subjects");
  });

  it("a key with a dot in it, as a list of keys", () => {
    const dotted = described(
      { ...where, namespace: "mesh" },
      {
        path: ["spec", "example.org/allowed"],
        fields: { namespace: { path: "." } },
      },
    );
    const render = withEntries("[]").replace("allowed:", '"example.org/allowed": [web] # ');
    expect(answer(account("web/x"), dotted, render)).toBe('spec["example.org/allowed"][0]');
  });

  it("the namespace of the object that carries the grant, also where the render leaves it out", () => {
    const own = described(
      { group: "mesh.example.org", kind: "IdentityPolicy", namespace: "web", name: "identities" },
      {
        path: "spec.allowed",
        fields: { namespace: { from: "policy", path: "metadata.namespace" }, serviceAccount: { path: "." } },
      },
    );
    const render = withEntries("[server]").replace(", namespace: mesh", "");
    expect(answer(account("web/server"), own, render)).toBe("spec.allowed[0]");
    expect(answer(account("shop/server"), own, render)).toBe("NoGrant");
  });

  it("the signer name, where one policy serves several signers", () => {
    const named = inMesh({ namespace: { path: "ns" }, signerName: { path: "signer", match: "prefix" } });
    expect(answer(asking(), named, withEntries('[{ ns: web, signer: "mesh.example.org/*" }]'))).toBe(
      "spec.allowed[0]",
    );
    expect(answer(asking(), named, withEntries("[{ ns: web, signer: example.com/other }]"))).toBe("NoGrant");
  });

  it("that empty texts, empty lists and null are missing", () => {
    const any = inMesh({ namespace: { path: "ns" }, serviceAccount: { path: "sa", missing: "any" } });
    const none = inMesh({ namespace: { path: "ns" }, serviceAccount: { path: "sa" } });
    for (const nothing of ['""', "[]", "null", '[""]']) {
      const render = withEntries(`[{ ns: web, sa: ${nothing} }]`);
      expect([answer(asking(), any, render), answer(asking(), none, render)]).toEqual([
        "spec.allowed[0]",
        "NoGrant",
      ]);
    }
  });

  it("the reason of a denial where nothing fits", () => {
    expect(answer(account("shop/x"), of({ namespace: { path: "namespace" } }, { noGrant: "Unlisted" }))).toBe(
      "Unlisted",
    );
  });
});

describe("a policy that is not what the description says", () => {
  it.each([
    [
      "a number for a text",
      "namespace: web",
      "namespace: 5",
      "spec.allowed[0].namespace",
      "a number stands where a text is expected",
    ],
    [
      "a map for a text",
      "namespace: web",
      "namespace: { a: b }",
      "spec.allowed[0].namespace",
      "a map stands where a text is expected",
    ],
    [
      "a yes for a text",
      "keyTypes: [ECDSAP256, ED25519]",
      "keyTypes: yes",
      "spec.keyTypes",
      "true or false stands where a text is expected",
    ],
    ["a number for a grant", "- namespace: lab-?", "- 7", "spec.allowed[2]", "a grant is a map or a text"],
  ])("is an error that says where, once: %s", (_what, before, after, location, reason) => {
    const render = policy.replace(before, after);
    expect(problemsOf(config, render)).toEqual([
      { code: "policy-unreadable", signer: "mesh-identities", location, reason },
    ]);
  });

  it("counts in none of its parts", () => {
    const { value } = generic.read(
      config,
      readYaml(policy.replace("namespace: lab-?", "namespace: 7"), "web"),
    );
    expect(value).toMatchObject({ refused: true, policies: [{ ref: { name: "identities" } }] });
  });
});
