import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { UsageError } from "../../src/errors.ts";

const head = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: mesh
    preset: generic
    signerName: mesh.example.org/identity
`;
const policy = "    policy: { group: mesh.example.org, kind: IdentityPolicy, name: identities }\n";
const grants = "    grants: { path: spec.allowed, fields: { namespace: { path: namespace } } }\n";

function problemsOf(text: string): readonly string[] {
  try {
    parseConfig(text, "grantwave.yaml", "repository");
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message, ...error.others];
  }
}

describe("a signer described in configuration", () => {
  it("gets every default", () => {
    const [signer] = parseConfig(`${head}${policy}${grants}`, "grantwave.yaml", "repository").signers;
    expect(signer).toMatchObject({
      preset: "generic",
      signerName: "mesh.example.org/identity",
      policy: { group: "mesh.example.org", kind: "IdentityPolicy", name: "identities" },
      grants: {
        path: ["spec", "allowed"],
        keyed: false,
        precedence: "any",
        noGrant: "NoGrant",
        fields: {
          namespace: { path: ["namespace"], from: "grant", match: "exact", missing: "none" },
          annotations: {},
        },
      },
      readiness: { method: "settle" },
    });
  });

  it("is read alike from what it was read to, as wait gets it", () => {
    const signers = parseConfig(`${head}${policy}${grants}`, "grantwave.yaml", "repository").signers;
    const again = `${head}    policy: ${JSON.stringify(signers[0]?.policy)}\n    grants: ${JSON.stringify(signers[0] !== undefined && "grants" in signers[0] ? signers[0].grants : {})}\n`;
    expect(parseConfig(again, "grantwave.yaml", "repository").signers).toEqual(signers);
  });

  it("takes a list of keys, and a dot for the place itself, as paths", () => {
    const text = `${head}${policy}    grants: { path: [data, "a.b"], fields: { subject: { path: "." } } }\n`;
    expect(parseConfig(text, "grantwave.yaml", "repository").signers[0]).toMatchObject({
      grants: {
        path: ["data", "a.b"],
        fields: { subject: { path: [], form: "system:serviceaccount:{namespace}:{serviceAccount}" } },
      },
    });
  });
});

describe("a description that is wrong", () => {
  const withFields = (fields: string) =>
    `${head}${policy}    grants: { path: spec.allowed, fields: ${fields} }\n`;
  const withPolicy = (text: string) => `${head}    policy: ${text}\n${grants}`;

  it.each([
    [
      "an unknown preset",
      head.replace("preset: generic", "preset: genric") + policy + grants,
      'grantwave.yaml:5:13: signers[0].preset must be one of pod-cert-signer, generic, not "genric"; did you mean "generic"?',
    ],
    [
      "no preset",
      head.replace("    preset: generic\n", "") + policy + grants,
      "grantwave.yaml:4:5: signers[0].preset is missing: it must be one of pod-cert-signer, generic",
    ],
    [
      "no signer name",
      head.replace("    signerName: mesh.example.org/identity\n", "") + policy + grants,
      "grantwave.yaml:4:5: signers[0].signerName is missing: it must be text",
    ],
    [
      "a slip in a key of its own preset",
      head + policy + grants.replace("path: spec", "paths: 1, path: spec"),
      'grantwave.yaml:8:15: signers[0].grants.paths is not known; did you mean "path"?',
    ],
    [
      "a key of another preset",
      withPolicy("{ namespace: a, name: b, configMap: c }"),
      "grantwave.yaml:7:38: signers[0].policy.configMap is not known; known here: group, kind, namespace, name, key, format",
    ],
    [
      "a slip in a field",
      withFields("{ serviceAcount: { path: a }, namespace: { path: b } }"),
      'grantwave.yaml:8:45: signers[0].grants.fields.serviceAcount is not known; did you mean "serviceAccount"?',
    ],
    [
      "fields that name nobody",
      withFields("{ keyType: { path: keyTypes } }"),
      "grantwave.yaml:8:43: signers[0].grants.fields must be a map with namespace, serviceAccount or subject: otherwise each grant would cover everybody, not a map",
    ],
    [
      "a path with nothing between two dots",
      withFields("{ namespace: { path: a..b } }"),
      'grantwave.yaml:8:64: signers[0].grants.fields.namespace.path must be a path of at most 16 keys with a dot between them, such as spec.grants, not "a..b"',
    ],
    [
      "a path of a thousand keys",
      withFields(`{ namespace: { path: [${"a, ".repeat(999)}a] } }`),
      "grantwave.yaml:8:64: signers[0].grants.fields.namespace.path must be a path of at most 16 keys with a dot between them, such as spec.grants, not a list",
    ],
    [
      "a path that is a number",
      withFields("{ namespace: { path: 5 } }"),
      "grantwave.yaml:8:64: signers[0].grants.fields.namespace.path must be a path such as spec.grants, or a list of keys, not the number 5",
    ],
    [
      "another way to match",
      withFields("{ namespace: { path: a, match: regex } }"),
      'grantwave.yaml:8:74: signers[0].grants.fields.namespace.match must be one of exact, prefix, glob, not "regex"',
    ],
    [
      "a form that leaves the account out",
      withFields("{ subject: { path: a, form: '{namespace}' } }"),
      'grantwave.yaml:8:71: signers[0].grants.fields.subject.form must be a text with {namespace} and {serviceAccount} in it, not "{namespace}"',
    ],
    [
      "a reason in several words",
      withFields("{ namespace: { path: a, denial: no grant } }"),
      'grantwave.yaml:8:75: signers[0].grants.fields.namespace.denial must be a condition reason in one word, such as NoGrant, not "no grant"',
    ],
    [
      "an annotation key that is none",
      withFields("{ namespace: { path: a }, annotations: { dns-: { path: c } } }"),
      "grantwave.yaml:8:84: signers[0].grants.fields.annotations.dns- is not known: it must be an annotation key",
    ],
    [
      "a Secret",
      withPolicy("{ kind: Secret, namespace: a, name: b }"),
      'grantwave.yaml:7:21: signers[0].policy.kind must be a kind that anybody may read: grantwave looks into no Secret, not "Secret"',
    ],
    [
      "a ConfigMap of no namespace",
      withPolicy("{ name: b, key: c }"),
      "grantwave.yaml:7:5: signers[0].policy.namespace is missing: it must be the namespace of the ConfigMap",
    ],
    [
      "a key of what has none",
      withPolicy("{ group: example.org, kind: Rules, key: c }"),
      'grantwave.yaml:7:53: signers[0].policy.key must be left out: only a ConfigMap has keys, not "c"',
    ],
  ])("says where and what was expected: %s", (_what, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});
