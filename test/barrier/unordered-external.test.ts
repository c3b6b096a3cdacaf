import { expect, it } from "vitest";
import { findUnorderedExternals } from "../../src/barrier/unordered-external.ts";
import { deployment, groupOf, manifestOf, policyRef, requesterOf } from "./samples.ts";

const web = deployment("web", "web");
const policy = { group: "cert-manager.io", kind: "Certificate", namespace: "cert-signer", name: "policy" };
const external = { ...groupOf([requesterOf(web)]), policyManifest: undefined };

it("is an error where another source brings a policy that has to be reported on", () => {
  const group = { ...external, policy };
  const { value, findings } = findUnorderedExternals([group], 2);
  expect(value).toEqual([group]);
  expect(findings).toMatchObject([
    { code: "external-unordered", refs: [web.ref], args: { policyKind: "Certificate", sourceCount: 2 } },
  ]);
});

it("is none for one source, for a policy of this render, and for one without a health check", () => {
  const inRender = { ...external, policy, policyManifest: manifestOf(policy) };
  expect(findUnorderedExternals([{ ...external, policy }], 1).findings).toEqual([]);
  expect(findUnorderedExternals([inRender], 2).findings).toEqual([]);
  expect(findUnorderedExternals([{ ...external, policy: policyRef }], 2).findings).toEqual([]);
});
