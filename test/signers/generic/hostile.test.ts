import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/manifest/manifest.ts";
import { compilePattern } from "../../../src/signers/generic/pattern.ts";
import { generic } from "../../../src/signers/generic.ts";
import { makeManifest } from "../../requests/make-manifest.ts";
import { account, asking, described, inOneWord, problemsOf, signerOf } from "./described.ts";

const where = { group: "mesh.example.org", kind: "IdentityPolicy", namespace: "web", name: "identities" };

function policy(spec: JsonValue) {
  return makeManifest({
    apiVersion: "mesh.example.org/v1",
    kind: "IdentityPolicy",
    metadata: { name: "identities" },
    spec,
  });
}

describe("a policy made to break its reader", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "finds nothing in inherited %s",
    (key) => {
      const config = described(where, {
        path: `spec.${key}`,
        fields: { namespace: { path: key, missing: "any" } },
      });
      expect(inOneWord(signerOf(config, [policy({})]).judge(asking()))).toBe("NoGrant");
      const own = JSON.parse(`{ ${JSON.stringify(key)}: [{ ${JSON.stringify(key)}: "web" }] }`) as JsonObject;
      expect(inOneWord(signerOf(config, [policy(own)]).judge(asking()))).toMatch(/^spec/);
      expect(inOneWord(signerOf(config, [policy(own)]).judge(account("shop/x")))).toBe("NoGrant");
    },
  );

  it("keeps keys like __proto__ of a text apart from the object's own", () => {
    const config = described(
      { namespace: "web", name: "rules", key: "rules.json", format: "json" },
      {
        path: "grants",
        keyed: true,
        fields: { namespace: { path: "key" }, serviceAccount: { path: "value" } },
      },
    );
    const text = '{ "grants": { "__proto__": "server", "web": "server" } }';
    const manifest = makeManifest({
      kind: "ConfigMap",
      metadata: { name: "rules" },
      data: { "rules.json": text },
    });
    const { judge } = signerOf(config, [manifest]);
    expect(inOneWord(judge(account("web/server")))).toBe('data["rules.json"].grants.web');
    expect(inOneWord(judge(account("__proto__/server")))).toBe('data["rules.json"].grants.__proto__');
    expect(inOneWord(judge(account("constructor/server")))).toBe("NoGrant");
  });

  it("follows lists in lists and lists of nothing", () => {
    const config = described(where, { path: "spec.rules", fields: { namespace: { path: "ns.name" } } });
    const deep = [[[[{ ns: [[{ name: [["web"]] }], null, []] }]], []], null];
    expect(inOneWord(signerOf(config, [policy({ rules: deep })]).judge(asking()))).toBe(
      "spec.rules[0][0][0][0]",
    );
  });

  it("that is nested beyond all measure is refused", () => {
    const config = described(
      { namespace: "web", name: "rules", key: "r" },
      { path: ".", fields: { namespace: { path: "." } } },
    );
    for (const text of ["[".repeat(100_000), `${"{a: ".repeat(5000)}${"}".repeat(5000)}`]) {
      const render = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: rules }\ndata: { r: ${JSON.stringify(text)} }\n`;
      expect(problemsOf(config, render)).toMatchObject([{ code: "policy-unreadable" }]);
    }
  });

  it("of thousands of wild rules is answered for thousands of accounts", () => {
    const config = described(where, {
      path: "spec.rules",
      fields: { namespace: { path: "ns", match: "glob" }, serviceAccount: { path: "sa" } },
    });
    const rules = Array.from({ length: 5000 }, (_, index) => ({
      ns: `*${index}*${index}*`,
      sa: `a${index}`,
    }));
    const { judge } = signerOf(config, [policy({ rules })]);
    for (let index = 0; index < 5000; index++) {
      expect(inOneWord(judge(account(`n-${index}-${index}/a${index}`)))).toBe(`spec.rules[${index}]`);
      expect(inOneWord(judge(account(`n-x/a${index}`)))).toBe("NoGrant");
    }
  });

  it("shows no more of itself than a few words", () => {
    const config = described(where, {
      path: "spec.rules",
      fields: { namespace: { path: ".", match: "glob" } },
    });
    const signer = signerOf(config, [policy({ rules: [`w*${"*".repeat(10_000)}`] })]);
    const verdict = signer.judge(asking());
    expect(verdict.status === "granted" ? verdict.grant.summary.length : undefined).toBeLessThan(200);
  });

  it("is not changed by being read", () => {
    const manifest = policy({ rules: [{ ns: "web" }] });
    const before = structuredClone(manifest);
    const config = described(where, { path: "spec.rules", fields: { namespace: { path: "ns" } } });
    generic.read(config, [manifest]).value.judge(asking());
    expect(manifest).toEqual(before);
  });
});

it("compiles a pattern of a mebibyte once, and asks it about names at the price of a name", () => {
  const { matches } = compilePattern("*x".repeat(500_000), "glob");
  for (let repeat = 0; repeat < 100_000; repeat++) if (matches("web")) throw new Error("web has no x");
  expect(matches("x".repeat(500_000))).toBe(true);
});
