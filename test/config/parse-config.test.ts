import { describe, expect, it } from "vitest";
import { type ConfigAuthor, parseConfig } from "../../src/config/parse-config.ts";
import { UsageError } from "../../src/errors.ts";

const head = "apiVersion: grantwave.dev/v1alpha1\nkind: Config\n";

const signer = `signers:
  - name: workload-certificates
    preset: pod-cert-signer
    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }
`;

/** Everything that is wrong with a text, as a user reads it. */
function problemsOf(text: string, author: ConfigAuthor = "operator"): readonly string[] {
  try {
    parseConfig(text, "grantwave.yaml", author);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    return [error.message, ...error.others];
  }
}

describe("a configuration that is right", () => {
  it("gets every default", () => {
    expect(parseConfig(`${head}${signer}`, "grantwave.yaml", "operator")).toEqual({
      apiVersion: "grantwave.dev/v1alpha1",
      kind: "Config",
      signers: [
        {
          name: "workload-certificates",
          preset: "pod-cert-signer",
          policy: { namespace: "cert-signer", configMap: "pod-cert-signer", key: "policy.json" },
          readiness: { method: "settle", timeout: 300, stableFor: 5, propagation: 150, pollInterval: 30 },
        },
      ],
      barrier: { image: "ghcr.io/example/grantwave:0.1.0", serviceAccountName: "grantwave-barrier" },
      policyWave: -1000,
      allowEmpty: false,
      severity: {},
    });
  });

  it("reads durations as seconds", () => {
    const text = `${head}${signer}    readiness: { timeout: 1h30m10s, propagation: 0s }\n`;
    expect(parseConfig(text, "grantwave.yaml", "operator").signers[0]?.readiness).toMatchObject({
      timeout: 5410,
      propagation: 0,
    });
  });

  it("sets severities of known finding codes", () => {
    const text = `${head}severity: { duplicate-key: error, requester-denied: off }\n`;
    expect(parseConfig(text, "grantwave.yaml", "operator").severity).toEqual({
      "duplicate-key": "error",
      "requester-denied": "off",
    });
  });
});

describe("a configuration that is wrong", () => {
  it.each([
    [
      "a key with a slip in it",
      `${head}policyWaves: -5\n`,
      'grantwave.yaml:3:1: policyWaves is not known; did you mean "policyWave"?',
    ],
    [
      "a key like no other",
      `${head}colour: red\n`,
      "grantwave.yaml:3:1: colour is not known; known here: apiVersion, kind, signers, barrier, policyWave, allowEmpty, severity",
    ],
    [
      "a key named __proto__",
      `${head}__proto__: { allowEmpty: true }\n`,
      "grantwave.yaml:3:1: __proto__ is not known; known here: apiVersion, kind, signers, barrier, policyWave, allowEmpty, severity",
    ],
    [
      "another version",
      "apiVersion: grantwave.dev/v2\nkind: Config\n",
      'grantwave.yaml:1:13: apiVersion must be grantwave.dev/v1alpha1, not "grantwave.dev/v2"',
    ],
    [
      "a missing kind",
      "apiVersion: grantwave.dev/v1alpha1\n",
      "grantwave.yaml:1:1: kind is missing: it must be Config",
    ],
    [
      "a number that is none",
      `${head}policyWave: early\n`,
      'grantwave.yaml:3:13: policyWave must be a number, not "early"',
    ],
    [
      "a list where one value belongs",
      `${head}allowEmpty: [true]\n`,
      "grantwave.yaml:3:13: allowEmpty must be true or false, not a list",
    ],
    [
      "a severity of an unknown finding",
      `${head}severity: { requester-denyed: off }\n`,
      'grantwave.yaml:3:13: severity.requester-denyed is not known; did you mean "requester-denied"?',
    ],
    [
      "an unknown severity",
      `${head}severity: { requester-denied: warn }\n`,
      'grantwave.yaml:3:31: severity.requester-denied must be one of error, warning, info, off, not "warn"',
    ],
    [
      "a name in capitals",
      `${head}${signer.replace("workload-certificates", "Workload")}`,
      'grantwave.yaml:4:11: signers[0].name must be a Kubernetes name in lower case, not "Workload"',
    ],
    [
      "a duration in words",
      `${head}${signer}    readiness:\n      timeout: 5 minutes\n`,
      'grantwave.yaml:8:16: signers[0].readiness.timeout must be a duration such as 5m, 150s or 1h30m, not "5 minutes"',
    ],
    [
      "an empty duration",
      `${head}${signer}    readiness: { timeout: "" }\n`,
      'grantwave.yaml:7:27: signers[0].readiness.timeout must be a duration such as 5m, 150s or 1h30m, not ""',
    ],
    [
      "a name that two signers have",
      `${head}${signer}${signer.replace("signers:\n", "")}`,
      'grantwave.yaml:7:11: signers[1].name must be a name that no other signer has, not "workload-certificates"',
    ],
    ["nothing at all", "", "grantwave.yaml:1:1: the configuration must be a map, not empty"],
    [
      "broken YAML",
      `${head}barrier: [\n`,
      "grantwave.yaml:4:1: the indentation does not fit, or a bracket, a brace or a quote is never closed",
    ],
    [
      "a key that stands twice",
      `${head}policyWave: 1\npolicyWave: 2\n`,
      'grantwave.yaml:4:1: the key "policyWave" stands here a second time',
    ],
    [
      "an alias",
      `${head}barrier: &b {}\nseverity: *b\n`,
      "grantwave.yaml:4:11: an alias is not supported here: write the value out",
    ],
    [
      "two documents",
      `${head}---\n${head}`,
      "grantwave.yaml:3:1: a second document begins: only one is read",
    ],
  ])("says where, what was expected and what is there: %s", (_case, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it("is told everything at once, from top to bottom", () => {
    const text = `${head}policyWave: 1.5
signers:
  - name: a
    preset: pod-cert-signer
    policy: { namespace: x, configmap: y, key: "" }
`;
    expect(problemsOf(text)).toEqual([
      "grantwave.yaml:3:13: policyWave must be a whole number, not the number 1.5",
      "grantwave.yaml:7:5: signers[0].policy.configMap is missing: it must be text",
      'grantwave.yaml:7:29: signers[0].policy.configmap is not known; did you mean "configMap"?',
      'grantwave.yaml:7:48: signers[0].policy.key must be text that is not empty, not ""',
    ]);
  });

  it("neither floods a terminal nor ends the process, whatever the file is", () => {
    expect(problemsOf("[".repeat(200_000)).length).toBeLessThanOrEqual(20);
    const [problem = ""] = problemsOf(`${head}kind\u001b[2J: ${"x".repeat(10_000)}\n`);
    expect(problem).toContain("\\u001b[2J");
    expect(problem.length).toBeLessThan(250);
  });
});

describe("a configuration of a repository", () => {
  const elsewhere =
    "belongs into /etc/grantwave/grantwave.yaml or the file that --config or GRANTWAVE_CONFIG names";

  it.each([
    ["settle", "propagation: 59s", "propagation must be at least 60s", "less"],
    ["settle", "propagation: 0s", "propagation must be at least 60s", "less"],
    ["settle", "pollInterval: 4s", "pollInterval must be at least 5s", "less"],
    ["report", "pollInterval: 0s", "pollInterval must be at least 5s", "less"],
    ["rollout", "stableFor: 0s", "stableFor must be at least 1s", "less"],
    ["settle", "timeout: 999999h", "timeout must be at most 3600s", "more"],
    ["rollout", "timeout: 1h1s", "timeout must be at most 3600s", "more"],
  ])("cannot weaken a barrier: %s with %s", (method, field, problem, word) => {
    const text = `${head}${signer}    workload: { kind: Deployment, namespace: n, name: w }\n    readiness: { method: ${method}, ${field} }\n`;
    expect(problemsOf(text, "repository")).toEqual([
      expect.stringMatching(
        new RegExp(
          `^grantwave\\.yaml:8:\\d+: signers\\[0\\]\\.readiness\\.${problem} in a file of the repository: ${word} ${elsewhere}$`,
        ),
      ),
    ]);
    expect(problemsOf(text, "operator")).toEqual([]);
  });

  it("cannot take the word of one replica for all of them", () => {
    const text = `${head}${signer}    readiness: { method: canary, canary: { replicas: accepted } }\n`;
    expect(problemsOf(text, "repository")).toEqual([
      `grantwave.yaml:7:54: signers[0].readiness.canary.replicas may not be accepted by a file of the repository: it ${elsewhere}`,
    ]);
    expect(problemsOf(text, "operator")).toEqual([]);
  });

  it("may set every time at its bound", () => {
    const readiness = "{ timeout: 1h, stableFor: 1s, propagation: 60s, pollInterval: 5s }";
    expect(problemsOf(`${head}${signer}    readiness: ${readiness}\n`, "repository")).toEqual([]);
  });

  it("may name signers", () => {
    expect(problemsOf(`${head}${signer}`, "repository")).toEqual([]);
  });

  it.each(["barrier: {}", "policyWave: -5", "allowEmpty: true", "severity: { requester-denied: off }"])(
    "may not weaken the guard with %s",
    (line) => {
      const key = line.slice(0, line.indexOf(":"));
      expect(problemsOf(`${head}${line}\n`, "repository")).toEqual([
        `grantwave.yaml:3:1: ${key} may not be set by a file of the repository: it belongs into /etc/grantwave/grantwave.yaml or the file that --config or GRANTWAVE_CONFIG names`,
      ]);
    },
  );
});
