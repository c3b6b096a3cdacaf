import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse-config.ts";
import { healthPatch } from "../../src/health/health-patch.ts";
import { healthScript } from "../../src/health/health-script.ts";
import { namedKind, reportedKinds } from "../../src/health/reported-kinds.ts";
import { runGrantwave } from "../run-grantwave.ts";

const approverPolicy = { group: "policy.cert-manager.io", kind: "CertificateRequestPolicy" };

function signersOf(...lines: readonly string[]) {
  const signers = lines.map(
    (line, at) => `
  - name: signer-${at}
    preset: generic
    signerName: example.com/s${at}
    grants: { path: spec.allowed, fields: { namespace: { path: namespace }, serviceAccount: { path: name } } }
    ${line}`,
  );
  const text = `apiVersion: grantwave.dev/v1alpha1\nkind: Config\nsigners:${signers.join("")}\n`;
  return parseConfig(text, "grantwave.yaml", "operator").signers;
}

describe("the patch of argocd-cm", () => {
  it("has one key for each kind, and its script word for word", () => {
    const core = { group: "", kind: "Grants", conditions: ["Synced"] };
    const patch = healthPatch([core, { ...approverPolicy, conditions: ["Ready"] }], "gitops");
    expect(parse(patch)).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "argocd-cm", namespace: "gitops" },
      data: {
        "resource.customizations.health.Grants": healthScript(["Synced"]),
        "resource.customizations.health.policy.cert-manager.io_CertificateRequestPolicy": healthScript([
          "Ready",
        ]),
      },
    });
  });
});

describe("the kinds that have a check", () => {
  it("are the policies of signers with readiness method status, each once, with all their conditions", () => {
    const policy = "policy: { group: example.com, kind: Grant, name: grants }";
    const signers = signersOf(
      `${policy}\n    readiness: { method: status, condition: Synced }`,
      `${policy}\n    readiness: { method: status }`,
      `${policy}\n    readiness: { method: status }`,
      "policy: { group: example.com, kind: Other, name: others }\n    readiness: { method: settle }",
    );
    expect(reportedKinds(signers)).toEqual([
      { group: "example.com", kind: "Grant", conditions: ["Ready", "Synced"] },
    ]);
  });

  it("may be named", () => {
    expect(namedKind("CertificateRequestPolicy.policy.cert-manager.io", "Ready")).toEqual({
      ...approverPolicy,
      conditions: ["Ready"],
    });
    expect(namedKind("Grants", "a/b")).toEqual({ group: "", kind: "Grants", conditions: ["a/b"] });
  });

  it.each([
    ["", "Ready"],
    ["A B.example.com", "Ready"],
    ["Grant.", 'Re"ady'],
    ["Grant.example.com", 'Ready" }; os.exit() --'],
    ["Grant.example.com", ""],
  ])("are refused where they could not be written down: %j with %j", (kind, condition) => {
    expect(() => namedKind(kind, condition)).toThrow(/is no (kind|type of a condition)$/);
  });
});

describe("grantwave health", () => {
  it("says what to do where no signer has the method", async () => {
    const { exit, stderr, stdout } = await runGrantwave(["health"], { cwd: import.meta.dirname });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toContain("no signer with readiness method status");
  });
});
