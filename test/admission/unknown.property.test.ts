import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchWebhook } from "../../src/admission/match-webhook.ts";
import type { WebhookFields } from "../../src/admission/read-webhook.ts";
import type { AdmissionRequest, UnknownPart } from "../../src/admission/request.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { runs } from "../runs.ts";
import { makeRequest, makeWebhook } from "./make.ts";

const expressions = [
  "request.userInfo.username == 'alice'",
  "!('dev' in request.userInfo.groups) || request.operation == 'CREATE'",
  "request.name.startsWith('server')",
  "has(request.name) && request.namespace != 'web'",
  "has(object.metadata.labels) && object.metadata.labels['app'] == 'server'",
  "object.metadata.?labels[?'tier'].orValue('none') == 'none'",
  "has(object.spec.mode) && object.spec.mode == 'fast'",
  "object.spec == oldObject.spec",
  "oldObject == null || size(oldObject.metadata.labels) > 0",
  "request.resource.resource == 'widgets' || request.kind.kind == 'Widget'",
  "object.metadata.annotations.exists(k, k.startsWith('example.com/'))",
];

const labels = fc.dictionary(fc.constantFrom("app", "tier", "team"), fc.constantFrom("server", "x"));
const selectors = fc.record({
  matchLabels: fc.dictionary(fc.constantFrom("app", "team"), fc.constantFrom("server", "x"), { maxKeys: 1 }),
  matchExpressions: fc.array(
    fc.record({
      key: fc.constantFrom("tier", "team", "kubernetes.io/metadata.name"),
      operator: fc.constantFrom("Exists", "DoesNotExist"),
    }),
    { maxLength: 1 },
  ),
});

const webhooks: fc.Arbitrary<WebhookFields> = fc
  .record({
    rules: fc.array(
      fc.record({
        apiGroups: fc.constantFrom(["*"], ["example.com"], ["apps"]),
        apiVersions: fc.constantFrom(["*"], ["v1"], ["v1beta1"]),
        operations: fc.constantFrom(["*"], ["CREATE"], ["UPDATE"]),
        resources: fc.constantFrom(["*"], ["widgets"], ["gadgets", "namespaces"]),
        scope: fc.constantFrom("*", "Cluster", "Namespaced"),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    failurePolicy: fc.constantFrom("Fail", "Ignore"),
    matchPolicy: fc.constantFrom("Exact", "Equivalent"),
    namespaceSelector: fc.oneof(fc.constant({}), selectors),
    objectSelector: fc.oneof(fc.constant({}), selectors),
    matchConditions: fc
      .subarray(expressions, { maxLength: 2 })
      .map((list) => list.map((expression, index) => ({ name: `condition-${index}`, expression }))),
  })
  .map((fields) => makeWebhook(fields as unknown as JsonObject));

const objects = fc.record(
  {
    labels,
    annotations: fc.dictionary(fc.constantFrom("example.com/a", "other"), fc.constant("x")),
    spec: fc.dictionary(fc.constantFrom("mode", "size"), fc.constantFrom("fast", "slow")),
  },
  { requiredKeys: ["labels"] },
);

function widget(
  fields: { labels: JsonObject; annotations?: JsonObject; spec?: JsonObject },
  name: string,
): JsonObject {
  const { labels: own, annotations, spec } = fields;
  return {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: {
      ...(name === "" ? {} : { name }),
      ...(Object.keys(own).length === 0 ? {} : { labels: own }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    ...(spec === undefined ? {} : { spec }),
  };
}

/** A request of which everything is known. */
const requests: fc.Arbitrary<AdmissionRequest> = fc
  .record({
    operation: fc.constantFrom("CREATE", "UPDATE"),
    resource: fc.constantFrom("widgets", "namespaces"),
    namespace: fc.constantFrom("", "web"),
    name: fc.constantFrom("server-1", "other"),
    namespaceLabels: labels,
    object: objects,
    oldObject: objects,
    user: fc.constantFrom("alice", "bob"),
    groups: fc.subarray(["dev", "ops"]),
    equivalents: fc.boolean(),
  })
  .map(({ user, groups, equivalents, ...fields }) =>
    makeRequest({
      ...fields,
      group: "example.com",
      kind: "Widget",
      object: widget(fields.object, fields.name),
      oldObject: fields.operation === "UPDATE" ? widget(fields.oldObject, fields.name) : null,
      userInfo: { username: user, groups },
      equivalents: equivalents
        ? [{ group: "example.com", version: "v1beta1", resource: fields.resource, kind: "Widget" }]
        : [],
    }),
  );

/** By part: how to take it out of a request. The request itself is then one of the completions of what is left. */
const hide: Readonly<Record<UnknownPart, (request: AdmissionRequest) => Partial<AdmissionRequest>>> = {
  resource: () => ({ resource: "" }),
  scope: (request) => ({ namespace: request.namespace || "elsewhere" }),
  equivalents: () => ({ equivalents: [] }),
  namespaceLabels: (request) => ({ namespaceLabels: keep(request.namespaceLabels, ["app"]) }),
  name: (request) => ({ name: "", object: without(request.object, "metadata", "name") }),
  userInfo: () => ({ userInfo: {} }),
  object: (request) => ({ object: without(without(request.object, "spec"), "metadata", "labels") }),
  annotations: (request) => ({ object: without(request.object, "metadata", "annotations") }),
  defaults: (request) => ({ object: without(request.object, "spec", "mode") }),
  oldObject: () => ({ oldObject: null }),
};

function keep(
  map: Readonly<Record<string, string>> | null,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => names.includes(name)));
}

function without(object: JsonObject | null, ...path: readonly string[]): JsonObject | null {
  const [key = "", ...rest] = path;
  if (object === null || !Object.hasOwn(object, key)) return object;
  if (rest.length > 0) return { ...object, [key]: without(object[key] as JsonObject, ...rest) };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as JsonObject;
}

const parts = Object.keys(hide) as UnknownPart[];

describe("a request that leaves something open", () => {
  it("gets no certain answer that one of its completions contradicts", () => {
    let certain = 0;
    fc.assert(
      fc.property(
        webhooks,
        requests,
        fc.subarray(parts, { minLength: 1, maxLength: 3 }),
        (webhook, whole, open) => {
          let part = whole;
          for (const name of open) part = { ...part, ...hide[name](part) };
          const answer = matchWebhook(webhook, { ...part, unknown: open }).match;
          if (answer === "unknown") return;
          certain += 1;
          expect(answer).toBe(matchWebhook(webhook, whole).match);
        },
      ),
      runs(5000),
    );
    expect(certain).toBeGreaterThan(500);
  });

  it("gets the same answer as before where nothing that is open is asked for", () => {
    fc.assert(
      fc.property(requests, fc.subarray(parts), (request, open) => {
        expect(matchWebhook(makeWebhook(), { ...request, unknown: open }).match).toBe("yes");
      }),
      runs(100),
    );
  });
});
