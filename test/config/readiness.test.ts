import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { UsageError } from "../../src/errors.ts";

const workload = "{ kind: Deployment, namespace: cert-signer, name: pod-cert-signer }";

function read(readiness: string, runs = workload) {
  const lines = [
    "apiVersion: grantwave.dev/v1alpha1",
    "kind: Config",
    "signers:",
    "  - name: workload-certificates",
    "    preset: pod-cert-signer",
    "    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }",
    ...(runs === "" ? [] : [`    workload: ${runs}`]),
    `    readiness: ${readiness}`,
  ];
  return parseConfig(lines.join("\n"), "grantwave.yaml", "operator").signers[0]?.readiness;
}

function problemsOf(readiness: string, runs?: string): readonly string[] {
  try {
    read(readiness, runs);
  } catch (error) {
    if (error instanceof UsageError) return [error.message, ...error.others];
    throw error;
  }
  return [];
}

describe("the readiness of a signer", () => {
  it("is settle where nothing is said", () => {
    expect(read("{}")).toEqual({
      method: "settle",
      timeout: 300,
      stableFor: 5,
      propagation: 150,
      pollInterval: 30,
    });
  });

  it.each([
    ["{ method: report }", { method: "report", port: 9464, pollInterval: 30 }],
    ["{ method: http, port: 9090, path: /policy }", { method: "http", port: 9090, path: "/policy" }],
    [
      "{ method: metrics, port: 9090, metric: policy_info, label: sha256 }",
      { method: "metrics", port: 9090, path: "/metrics", metric: "policy_info", label: "sha256" },
    ],
    ["{ method: rollout }", { method: "rollout" }],
    ["{ method: status }", { method: "status", condition: "Ready" }],
  ])("reads %s and fills in what is usual", (text, expected) => {
    expect(read(text)).toEqual({ timeout: 300, stableFor: 5, ...expected });
  });

  it("reads a canary, for which nothing has to hold for a while", () => {
    expect(read("{ method: canary, canary: { replicas: accepted, successes: 3 } }")).toEqual({
      method: "canary",
      timeout: 300,
      canary: { replicas: "accepted", successes: 3 },
    });
    expect(problemsOf("{ method: canary, stableFor: 5s }")[0]).toMatch(
      /^grantwave.yaml:8:\d+: signers\[0\].readiness.stableFor is not known/,
    );
  });

  it.each(["report", "http", "metrics", "rollout"])(
    "of method %s needs to know the signer's pods",
    (method) => {
      const own: Readonly<Record<string, string>> = {
        http: ", port: 1, path: /",
        metrics: ", port: 1, metric: m, label: l",
      };
      const text = `{ method: ${method}${own[method] ?? ""} }`;
      expect(problemsOf(text)).toEqual([]);
      expect(problemsOf(text, "")).toEqual([
        `grantwave.yaml:4:5: signers[0].workload is missing: it must be what runs the signer, because readiness method ${method} looks at each of its pods`,
      ]);
    },
  );

  it.each(["http, port: 1, path: /", "metrics, port: 1, metric: m, label: l", "report"])(
    "of method %s needs a policy that has bytes",
    (method) => {
      const text = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: mesh
    preset: generic
    signerName: mesh.example.org/workload
    policy: { group: mesh.example.org, kind: Grant, name: all }
    grants: { path: spec.grants, noGrant: NoGrant, fields: { namespace: { path: namespace }, serviceAccount: { path: account } } }
    workload: ${workload}
    readiness: { method: ${method} }
`;
      expect(() => parseConfig(text, "grantwave.yaml", "operator")).toThrow(
        /readiness.method must be another, because the policy is no text under a key/,
      );
      expect(() =>
        parseConfig(text.replace(/method: .* }/, "method: settle }"), "a", "operator"),
      ).not.toThrow();
    },
  );

  it.each([
    ["{ method: http, path: /policy }", "readiness.port is missing: it must be a number"],
    [
      "{ method: http, port: 70000, path: /policy }",
      "readiness.port must be at most 65535, not the number 70000",
    ],
    [
      "{ method: http, port: 1, path: policy }",
      'readiness.path must be a path that starts with /, not "policy"',
    ],
    [
      "{ method: metrics, port: 1, metric: 1m, label: l }",
      "readiness.metric must be the name of a Prometheus metric",
    ],
    ["{ method: status, port: 1 }", "readiness.port is not known"],
    ["{ method: canary, canary: { successes: 0 } }", "readiness.canary.successes must be at least 1"],
    ["{ method: canary, canary: { replicas: 3 } }", "readiness.canary.replicas must be accepted"],
  ])("refuses %s by name", (text, words) => {
    expect(problemsOf(text).join("\n")).toContain(words);
  });
});
