import { describe, expect, it } from "vitest";
import { matchWebhook } from "../../src/admission/match-webhook.ts";
import type { AdmissionRequest } from "../../src/admission/request.ts";
import { makePod, makeRequest, makeWebhook } from "./make.ts";

function answer(
  expressions: readonly string[] | string,
  request: Partial<AdmissionRequest> = {},
  policy = "Fail",
) {
  const list = typeof expressions === "string" ? [expressions] : expressions;
  const webhook = makeWebhook({
    failurePolicy: policy,
    matchConditions: list.map((expression, index) => ({ name: `condition-${index}`, expression })),
  });
  return matchWebhook(webhook, makeRequest(request));
}

describe("several conditions", () => {
  const error = "object.metadata.labels['none'] == 'x'";
  const open = "request.userInfo.username == 'alice'";
  const unknown = { unknown: ["userInfo"] } as const;

  it.each([
    ["a false one beats an error and something unknown", [error, open, "false"], "Fail", "no"],
    ["an error rejects the request", ["true", error], "Fail", "error"],
    ["an error skips a webhook that fails open", ["true", error], "Ignore", "no"],
    ["an error beside something unknown could still be skipped", [error, open], "Fail", "unknown"],
    ["an error skips a webhook that fails open whatever the unknown is", [error, open], "Ignore", "no"],
    ["what is true beside something unknown is unknown", ["true", open], "Fail", "unknown"],
  ])("%s", (_, expressions, policy, match) => {
    expect(answer(expressions, unknown, policy).match).toBe(match);
  });
});

describe("what is not known", () => {
  it.each([
    ["request.userInfo.username == 'alice'", "unknown"],
    ["has(request.userInfo.groups)", "unknown"],
    ["has(request.userInfo)", "yes"],
    ["request.userInfo.username == 'alice' || request.operation == 'CREATE'", "yes"],
    ["request.operation == 'CREATE' || request.userInfo.username == 'alice'", "yes"],
    ["request.userInfo.username == 'alice' && request.operation == 'UPDATE'", "no"],
    ["request.userInfo.groups.exists(g, g == 'dev') || true", "yes"],
    ["['x'].all(x, request.userInfo.username == x) && false", "no"],
    ["request.userInfo.username == 'alice' ? true : true", "unknown"],
    ["object.metadata.none == 'x' || request.userInfo.username == 'alice'", "unknown"],
    ["object.metadata.none == 'x' && request.userInfo.username == 'alice'", "unknown"],
  ])("%s is %s where the user is not known", (expression, match) => {
    expect(answer(expression, { unknown: ["userInfo"] }).match).toBe(match);
  });

  it.each([
    ["object.metadata.labels['app'] == 'server'", "yes"],
    ["has(object.metadata.labels.other)", "unknown"],
    ["object.metadata.labels.exists(k, k == 'other')", "unknown"],
    ["size(object.metadata.labels) == 1", "unknown"],
    ["object == oldObject", "unknown"],
  ])("%s is %s where only a part of the object is known", (expression, match) => {
    expect(answer(expression, { operation: "UPDATE", unknown: ["object", "oldObject"] }).match).toBe(match);
  });

  it.each([
    ["object.spec.restartPolicy == 'Always'", "unknown"],
    ["object.spec.unknownField == 'x'", "unknown"],
    ["object.spec.hostNetwork == false", "unknown"],
    ["has(object.spec.nodeName)", "no"],
    ["has(object.spec.containers[0].securityContext)", "no"],
    ["object.spec.containers[0].image.startsWith('registry.example.com/')", "yes"],
    ["object.spec.containers[0].resources.limits.cpu == '0.5'", "unknown"],
    ["has(object.metadata.uid)", "unknown"],
    ["has(object.status)", "unknown"],
  ])("%s is %s for a Pod, which the API server fills in and cleans up", (expression, match) => {
    const spec = {
      hostNetwork: false,
      unknownField: "x",
      containers: [
        { name: "main", image: "registry.example.com/main:1", resources: { limits: { cpu: "0.5" } } },
      ],
    };
    const { match: found, because } = answer(expression, { object: { ...makePod(), spec } });
    expect(found, because).toBe(match);
  });

  it("keeps a custom resource as it is, unless its definition may fill something in", () => {
    const object = {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "w" },
      spec: { a: false },
    };
    const widget = { group: "example.com", resource: "widgets", kind: "Widget", object };
    expect(answer("object.spec.a == false && !has(object.spec.b)", widget).match).toBe("yes");
    expect(answer("has(object.spec.b)", { ...widget, unknown: ["defaults"] }).match).toBe("unknown");
    expect(answer("has(object.metadata.labels)", { ...widget, unknown: ["defaults"] }).match).toBe("no");
  });

  it("says what it depends on, without a value", () => {
    const { because } = answer("request.userInfo.username == 'mallory'", { unknown: ["userInfo"] });
    expect(because).toBe('match condition "condition-0" is not known: it depends on userInfo.username');
  });
});

describe("what is not evaluated", () => {
  it.each([
    "authorizer.group('').resource('pods').check('get').allowed()",
    "variables.x == 1",
    "quantity('1').isGreaterThan(quantity('2'))",
    "isIP('10.0.0.1')",
    "object.metadata.name.lowerAscii() == 'server'",
    "int('1') == 1",
    "equals(object, object)",
    "linearMatches('a', 'a')",
    "request.object.kind == 'Pod'",
    "request.userInfo.name == 'alice'",
    "object.spec.containers",
    "1 == 'a'",
    "object.metadata.name ==",
    "",
    "!".repeat(5000),
    "(".repeat(5000),
    "x".repeat(20_000),
  ])("%#: %.60s", (expression) => {
    expect(answer(expression).match).toBe("unknown");
  });

  it("names what it does not evaluate in a few words", () => {
    expect(answer("x".repeat(10_000)).because.length).toBeLessThan(200);
  });
});

describe("values as the API server has them", () => {
  it.each([
    ["object.metadata == null", "no"],
    ["has(object.spec.containers.name)", "error"],
    ["object.metadata.labels == {'app': 'server'}", "yes"],
    ["'app' in object.metadata.labels", "yes"],
    ["'server' in [object.metadata.name]", "yes"],
    ["'a' in 'abc'", "unknown"],
    ["dyn(1) == dyn(1.0)", "yes"],
    ["object.metadata.labels == 'server'", "unknown"],
    ["type(object.metadata.name) == string", "yes"],
    ["object.metadata.?none.orValue('x') == 'x'", "yes"],
    ["object.metadata.labels['constructor'] == 'x'", "error"],
    ["object.metadata.labels.__proto__ == 'x'", "error"],
    ["object.metadata.name.matches('(?i)^SER')", "yes"],
    ["object.metadata.name.matches('(')", "error"],
    ["object.spec.containers.map(c, c.name) == ['main']", "yes"],
  ])("%s: %s", (expression, match) => {
    expect(answer(expression).match).toBe(match);
  });

  it("reads keys that JavaScript has a meaning for", () => {
    const labels = JSON.parse('{"__proto__":"a","constructor":"b","then":"c"}');
    const object = makePod(labels);
    const expression =
      "object.metadata.labels['__proto__'] == 'a' && object.metadata.labels.constructor == 'b' && size(object.metadata.labels) == 3";
    expect(answer(expression, { object }).match).toBe("yes");
  });
});

describe("hostile conditions", () => {
  const hundred = `[${Array.from({ length: 100 }, (_, index) => index).join(",")}]`;
  const object = { ...makePod(), metadata: { name: "server", annotations: { long: "a".repeat(100_000) } } };
  const doubled = (times: number): string => {
    const loops = Array.from({ length: times }, (_, index) => `.map(v${index}, v${index} + v${index})`);
    return `['aaaa']${loops.join("")}.all(v, v.size() > 1)`;
  };

  it.each([
    [
      "nested loops",
      `${hundred}.all(a, ${hundred}.all(b, ${hundred}.all(c, ${hundred}.all(d, a + b + c + d >= 0))))`,
    ],
    ["strings that double", doubled(60)],
    ["a pattern with many states", "object.metadata.annotations.long.matches('(a|aa){1000}b')"],
    ["a pattern in a loop", `${hundred}.all(i, object.metadata.annotations.long.matches('^(a+)+$'))`],
    ["a split in a loop", `object.metadata.annotations.long.split('a').all(a, ${hundred}.all(b, a == 'b'))`],
  ])("%s are given up, not endured", (_, expression) => {
    const start = performance.now();
    expect(answer(expression, { object }).match).toBe("unknown");
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it("evaluates a pattern on which a backtracking engine would not end", () => {
    const long = `${"a".repeat(50_000)}b`;
    const pod = { ...makePod(), metadata: { name: "server", annotations: { long } } };
    expect(answer("object.metadata.annotations.long.matches('^(a+)+$')", { object: pod }).match).toBe("no");
  });
});
