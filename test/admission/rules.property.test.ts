import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AdmissionRequest } from "../../src/admission/request.ts";
import { coversRequest } from "../../src/admission/rules.ts";
import type { Rule } from "../../src/admission/webhook.ts";
import { runs } from "../runs.ts";
import { makeRequest } from "./make.ts";

const groups = ["", "apps", "example.com"];
const versions = ["v1", "v1beta1"];
const resources = ["pods", "namespaces", "deployments"];
const subresources = ["", "status", "scale"];
const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

const listOf = (...words: readonly string[]) => fc.subarray([...words, "*"], { minLength: 0 });

const rules: fc.Arbitrary<Rule> = fc.record({
  apiGroups: listOf(...groups),
  apiVersions: listOf(...versions),
  operations: listOf(...operations),
  resources: fc.array(
    fc
      .tuple(fc.constantFrom("*", ...resources), fc.constantFrom("", "*", "status", "scale"))
      .map(([resource, sub]) => (sub === "" ? resource : `${resource}/${sub}`)),
    { maxLength: 3 },
  ),
  scope: fc.constantFrom("*", "Cluster", "Namespaced", "cluster"),
});

const requests: fc.Arbitrary<AdmissionRequest> = fc
  .record({
    group: fc.constantFrom(...groups),
    version: fc.constantFrom(...versions),
    resource: fc.constantFrom(...resources),
    subresource: fc.constantFrom(...subresources),
    operation: fc.constantFrom(...operations),
    namespace: fc.constantFrom("", "web"),
  })
  .map((fields) => makeRequest(fields));

/** The same in another way: every entry of a rule becomes an expression over `GROUP/VERSION/RESOURCE/SUB/OPERATION`. */
function coversByText(rule: Rule, request: AdmissionRequest): boolean {
  const { group, version, resource, subresource, operation } = request;
  const text = [group, version, resource, subresource, operation].join(";");
  const one = (word: string) => (word === "*" ? "[^;]*" : word.replaceAll(".", "\\."));
  const entries = rule.apiGroups.flatMap((apiGroup) =>
    rule.apiVersions.flatMap((apiVersion) =>
      rule.resources.flatMap((entry) => {
        const [plural = "", sub = ""] = entry.split("/");
        return rule.operations.map((wanted) =>
          [apiGroup, apiVersion, plural, sub, wanted].map(one).join(";"),
        );
      }),
    ),
  );
  const isNamespaceObject = text.startsWith(";v1;namespaces;");
  const isCluster = isNamespaceObject || request.namespace === "";
  const scopes = new Map([
    ["*", true],
    ["Cluster", isCluster],
    ["Namespaced", !isCluster],
  ]);
  return scopes.get(rule.scope) === true && entries.some((entry) => new RegExp(`^${entry}$`).test(text));
}

describe("a rule", () => {
  it("covers what a second implementation says it covers", () => {
    fc.assert(
      fc.property(rules, requests, (rule, request) => {
        expect(coversRequest(rule, request, request)).toBe(coversByText(rule, request) ? "yes" : "no");
      }),
      runs(2000),
    );
  });

  it("covers everything with stars, and nothing without entries", () => {
    const everything: Rule = {
      apiGroups: ["*"],
      apiVersions: ["*"],
      operations: ["*"],
      resources: ["*/*"],
      scope: "*",
    };
    fc.assert(
      fc.property(requests, (request) => {
        expect(coversRequest(everything, request, request)).toBe("yes");
        for (const list of ["apiGroups", "apiVersions", "operations", "resources"]) {
          expect(coversRequest({ ...everything, [list]: [] }, request, request)).toBe("no");
        }
      }),
      runs(100),
    );
  });

  it.each([
    ["pods", "", "yes"],
    ["pods", "status", "no"],
    ["pods/*", "", "yes"],
    ["pods/*", "status", "yes"],
    ["pods/status", "", "no"],
    ["*", "", "yes"],
    ["*", "status", "no"],
    ["*/status", "status", "yes"],
    ["*/*", "", "yes"],
    ["Pods", "", "no"],
    ["pods/status/more", "status", "no"],
  ])("with %s and a subresource of %j: %s", (entry, subresource, covers) => {
    const rule: Rule = {
      apiGroups: [""],
      apiVersions: ["v1"],
      operations: ["CREATE"],
      resources: [entry],
      scope: "*",
    };
    const request = makeRequest({ subresource });
    expect(coversRequest(rule, request, request)).toBe(covers);
  });
});
