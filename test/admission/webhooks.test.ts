import { describe, expect, it } from "vitest";
import { readWebhooks } from "../../src/admission/webhooks.ts";
import type { JsonObject, JsonValue } from "../../src/manifest/manifest.ts";
import { makeManifest } from "./make.ts";

const valid = {
  name: "check.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { service: { namespace: "policy", name: "check" } },
};

function configuration(webhooks: JsonValue, fields: JsonObject = {}) {
  return makeManifest({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "policy" },
    webhooks,
    ...fields,
  });
}

/** `path: problem` of all findings. */
function problems(webhooks: JsonValue, fields: JsonObject = {}): readonly string[] {
  const { findings } = readWebhooks([configuration(webhooks, fields)]);
  return findings.map((found) => {
    if (found.code !== "webhook-refused") throw new Error(`unexpected ${found.code}`);
    return `${found.args.path}: ${found.args.problem}`;
  });
}

describe("a webhook", () => {
  it("gets the API server's defaults", () => {
    const { value, findings } = readWebhooks([configuration([valid])]);
    expect(findings).toEqual([]);
    expect(value).toEqual([
      {
        kind: "Validating",
        config: {
          group: "admissionregistration.k8s.io",
          kind: "ValidatingWebhookConfiguration",
          namespace: "",
          name: "policy",
        },
        source: { file: "objects.yaml", line: 1, document: 1 },
        index: 0,
        name: "check.example.com",
        rules: [],
        failurePolicy: "Fail",
        matchPolicy: "Equivalent",
        namespaceSelector: { requirements: [] },
        objectSelector: { requirements: [] },
        matchConditions: [],
        sideEffects: "None",
        timeoutSeconds: 10,
        reinvocationPolicy: "Never",
        clientConfig: { kind: "service", namespace: "policy", name: "check", path: "", port: 443 },
      },
    ]);
  });

  it("keeps what it states", () => {
    const stated = {
      ...valid,
      failurePolicy: "Ignore",
      matchPolicy: "Exact",
      timeoutSeconds: 3,
      reinvocationPolicy: "IfNeeded",
      clientConfig: { url: "https://check.example.com/admit" },
      rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
      namespaceSelector: {
        matchLabels: { team: "a" },
        matchExpressions: [{ key: "env", operator: "In", values: ["x"] }],
      },
      matchConditions: [{ name: "users", expression: "true" }],
    };
    const mutating = configuration([valid, stated], { kind: "MutatingWebhookConfiguration" });
    const [, second] = readWebhooks([mutating]).value;
    expect(second).toMatchObject({
      kind: "Mutating",
      index: 1,
      failurePolicy: "Ignore",
      matchPolicy: "Exact",
      timeoutSeconds: 3,
      reinvocationPolicy: "IfNeeded",
      clientConfig: { kind: "url", url: "https://check.example.com/admit" },
      rules: [
        { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"], scope: "*" },
      ],
      namespaceSelector: {
        requirements: [
          { key: "team", operator: "In", values: ["a"] },
          { key: "env", operator: "In", values: ["x"] },
        ],
      },
      matchConditions: [{ name: "users", expression: "true" }],
    });
  });

  it("takes null for absent, as Go does", () => {
    const nulls = {
      ...valid,
      rules: null,
      failurePolicy: null,
      namespaceSelector: null,
      timeoutSeconds: null,
    };
    const [webhook] = readWebhooks([configuration([nulls])]).value;
    expect(webhook).toMatchObject({ rules: [], failurePolicy: "Fail", timeoutSeconds: 10 });
  });
});

describe("what the API server would refuse", () => {
  it.each<[string, JsonValue, string]>([
    ["webhooks that are no list", {}, "webhooks: it has to be a list"],
    ["an item that is no mapping", ["check"], "webhooks[0]: it has to be a mapping"],
    ["rules that are no list", [{ ...valid, rules: {} }], "webhooks[0].rules: it has to be a list"],
    [
      "operations that are no strings",
      [{ ...valid, rules: [{ operations: [1] }] }],
      "webhooks[0].rules[0].operations[0]: it has to be a string",
    ],
    [
      "an unknown failure policy",
      [{ ...valid, failurePolicy: "fail" }],
      "webhooks[0].failurePolicy: it has to be one of Fail, Ignore",
    ],
    [
      "a time-out that is too long",
      [{ ...valid, timeoutSeconds: 31 }],
      "webhooks[0].timeoutSeconds: it has to be a whole number from 1 to 30",
    ],
    [
      "a service and a url",
      [{ ...valid, clientConfig: { url: "https://a", service: { name: "a", namespace: "b" } } }],
      "webhooks[0].clientConfig: it has to have a service or a url, not both",
    ],
    [
      "neither a service nor a url",
      [{ ...valid, clientConfig: {} }],
      "webhooks[0].clientConfig: it has to have a service or a url",
    ],
    [
      "no word on side effects",
      [{ ...valid, sideEffects: null }],
      "webhooks[0].sideEffects: it has to be None or NoneOnDryRun",
    ],
    [
      "a selector with an operator that does not exist",
      [{ ...valid, objectSelector: { matchExpressions: [{ key: "a", operator: "Equals" }] } }],
      'webhooks[0].objectSelector: the operator "Equals" does not exist',
    ],
    [
      "too many conditions",
      [{ ...valid, matchConditions: Array.from({ length: 65 }, () => ({ name: "x", expression: "true" })) }],
      "webhooks[0].matchConditions: there are more than 64",
    ],
  ])("%s", (_, webhooks, problem) => {
    expect(problems(webhooks)).toEqual([problem]);
  });

  it("is a version that is not served", () => {
    const beta = { apiVersion: "admissionregistration.k8s.io/v1beta1" };
    expect(problems([valid], beta)).toEqual([
      "apiVersion: Kubernetes serves admissionregistration.k8s.io/v1 only",
    ]);
    expect(readWebhooks([configuration([valid], beta)]).value).toEqual([]);
  });

  it("leaves out only what cannot be read", () => {
    const { value, findings } = readWebhooks([
      configuration([{ ...valid, rules: "all" }, { ...valid, sideEffects: "Some" }, valid]),
    ]);
    expect(value.map(({ index }) => index)).toEqual([1, 2]);
    expect(findings.length).toBe(2);
  });
});

it("does not take policies, or configurations of another group, for webhooks", () => {
  const others = [
    configuration([valid], { kind: "ValidatingAdmissionPolicy" }),
    configuration([valid], { apiVersion: "example.com/v1" }),
    configuration(null),
  ];
  expect(readWebhooks(others)).toEqual({ value: [], findings: [] });
});
