import { describe, expect, it } from "vitest";
import type { Manifest } from "../../src/manifest/manifest.ts";
import { findRequesters } from "../../src/requests/find-requesters.ts";
import { deployment, workload } from "./make-manifest.ts";

function withReason(manifest: Manifest, reason: string): Manifest {
  return { ...manifest, annotations: { "grantwave.dev/ignore": reason } };
}

describe("an object that opts out", () => {
  it("is no dependent, and its reason is told", () => {
    const manifest = withReason(deployment(), " tests the signer's denials ");
    expect(findRequesters([manifest])).toEqual({
      value: [],
      findings: [
        {
          code: "object-ignored",
          refs: [manifest.ref],
          source: manifest.source,
          args: { reason: "tests the signer's denials" },
        },
      ],
    });
  });

  it.each(["", " \t\n"])(
    "needs a reason: with %j it takes part as before, and that is an error",
    (reason) => {
      const manifest = withReason(deployment(), reason);
      const { value, findings } = findRequesters([manifest]);
      expect(value.map(({ dependent }) => dependent)).toEqual([manifest]);
      expect(findings).toEqual([
        {
          code: "ignore-without-reason",
          refs: [manifest.ref],
          source: manifest.source,
          args: { annotation: "grantwave.dev/ignore" },
        },
      ]);
    },
  );

  it("says nothing else: neither of its accounts, nor of its references, nor of broken sources", () => {
    const conflicting = deployment({}, { serviceAccountName: "new", serviceAccount: "old" });
    const dangling = workload("argoproj.io/v1alpha1", "Rollout", {
      workloadRef: { apiVersion: "apps/v1", kind: "Deployment", name: "gone" },
    });
    const { findings } = findRequesters([conflicting, dangling].map((each) => withReason(each, "known")));
    expect(findings.map(({ code }) => code)).toEqual(["object-ignored", "object-ignored"]);
  });

  it("speaks for itself only: what runs its template stays a dependent", () => {
    const lender = withReason(deployment(), "scaled to zero by hand");
    const rollout = workload("argoproj.io/v1alpha1", "Rollout", {
      workloadRef: { apiVersion: "apps/v1", kind: "Deployment", name: "server" },
    });
    const { value } = findRequesters([lender, rollout]);
    expect(value.map(({ dependent }) => dependent)).toEqual([rollout]);
  });
});
