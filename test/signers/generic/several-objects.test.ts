import { describe, expect, it } from "vitest";
import type { BarrierGroup } from "../../../src/barrier/barrier.ts";
import { groupBarriers } from "../../../src/barrier/group-barriers.ts";
import { waitArguments } from "../../../src/barrier/wait-arguments.ts";
import { matchRequesters } from "../../../src/signers/match.ts";
import type { Signer } from "../../../src/signers/signer.ts";
import { account, asking, described, inOneWord, problemsOf, signerOf } from "./described.ts";

const grants = {
  path: "spec.allow",
  precedence: "first",
  fields: { namespace: { path: "ns" }, serviceAccount: { path: "sa", missing: "any" } },
  effect: { path: "effect", deny: ["deny"], denial: "Forbidden" },
} as const;
const everywhere = described({ group: "mesh.example.org", kind: "Grant" }, grants);

function object(name: string, allow: string): string {
  return `
apiVersion: mesh.example.org/v1
kind: Grant
metadata: { name: ${name}, namespace: web }
spec: { allow: ${allow} }
---
`;
}

const render =
  object("b-more", "[{ ns: shop }, { ns: web, sa: server, effect: deny }]") +
  object("a-first", "[{ ns: web }]");

describe("a signer that is fed by several objects", () => {
  const signer = signerOf(everywhere, render);

  it("counts the grants of all of them, in the order of their names", () => {
    expect(signer.policies.map(({ ref }) => ref.name)).toEqual(["a-first", "b-more"]);
    expect(signer.judge(asking())).toMatchObject({
      status: "granted",
      grant: { policy: { ref: { name: "a-first" } }, path: "spec.allow[0]" },
    });
    expect(signer.judge(account("shop/till"))).toMatchObject({
      grant: { policy: { ref: { name: "b-more" } } },
    });
  });

  it("weighs them together: a denial in one of them counts for all", () => {
    const any = described({ group: "mesh.example.org", kind: "Grant" }, { ...grants, precedence: "any" });
    expect(inOneWord(signerOf(any, render).judge(asking()))).toBe("Forbidden");
  });

  it("never calls a grant missing that another application may bring", () => {
    expect(signer.judge(account("lab/x"))).toEqual({ status: "external" });
    const asked = account("lab/x");
    const { value, findings } = matchRequesters([asked], [signer]);
    expect(value).toEqual([
      { requester: asked, signer, status: "external", denial: undefined, grant: undefined },
    ]);
    expect(findings).toEqual([]);
  });

  it("also not one that is only known to lack something", () => {
    const checked = described(
      { group: "mesh.example.org", kind: "Grant" },
      { ...grants, fields: { ...grants.fields, serviceAccount: { path: "sa", denial: "WrongAccount" } } },
    );
    const one = object("one", "[{ ns: web, sa: [other] }]");
    expect(inOneWord(signerOf(checked, one).judge(asking()))).toBe("external");
    const named = described(
      { group: "mesh.example.org", kind: "Grant", namespace: "web", name: "one" },
      { ...grants, fields: { ...grants.fields, serviceAccount: { path: "sa", denial: "WrongAccount" } } },
    );
    expect(inOneWord(signerOf(named, one).judge(asking()))).toBe("WrongAccount");
  });

  it("is refused as a whole where one of them cannot be read", () => {
    expect(problemsOf(everywhere, render + object("c-broken", "[5]"))).toMatchObject([
      { code: "policy-unreadable", location: "spec.allow[0]" },
    ]);
  });
});

describe("what barriers ask about", () => {
  const inSync = () => ["Sync"] as const;

  function groupsOf(signer: Signer, ...requesters: ReturnType<typeof asking>[]): readonly BarrierGroup[] {
    return groupBarriers(matchRequesters(requesters, [signer]).value, inSync);
  }

  it("is each object that carries a grant, and all of them for grants that are elsewhere", () => {
    const groups = groupsOf(signerOf(everywhere, render), asking(), account("shop/till"), account("lab/x"));
    expect(
      groups.map(({ policy, policyManifest }) => [policy.namespace, policy.name, policyManifest?.ref.name]),
    ).toEqual([
      ["*", "*", undefined],
      ["web", "a-first", "a-first"],
      ["web", "b-more", "b-more"],
    ]);
  });

  it("is told to wait with everything that it takes to read the live policies", () => {
    const [group] = groupsOf(signerOf(everywhere, render), asking());
    const passed = waitArguments(group as BarrierGroup, false);
    expect(passed).toContain("--preset=generic");
    expect(passed).toContain("--policy=Grant.mesh.example.org/web/a-first");
    const text = passed.find((argument) => argument.startsWith("--grants="))?.replace("--grants=", "") ?? "";
    const { policy, grants: told } = JSON.parse(text);
    expect(described(policy, told)).toEqual(everywhere);
    expect(passed.some((argument) => argument.startsWith("--policy-key"))).toBe(false);
  });

  it("is the configured object where it is not in the render", () => {
    const rules = described({ namespace: "signing", name: "rules", key: "rules.yaml" }, grants);
    const [group] = groupsOf(signerOf(rules, ""), asking());
    expect(waitArguments(group as BarrierGroup, false)).toEqual(
      expect.arrayContaining(["--policy=ConfigMap/signing/rules", "--policy-key=rules.yaml"]),
    );
  });

  it("is an object without a namespace where the configuration says so, although the render cannot know", () => {
    const clusterWide = described({ group: "mesh.example.org", kind: "Grant", name: "all" }, grants);
    const text = object("all", "[{ ns: web }]").replace(", namespace: web", "");
    const [group] = groupsOf(signerOf(clusterWide, text), asking());
    expect(waitArguments(group as BarrierGroup, false)).toContain("--policy=Grant.mesh.example.org/all");
  });
});
