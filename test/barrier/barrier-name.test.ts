import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BarrierIdentity, barrierName } from "../../src/barrier/barrier-name.ts";
import { runs } from "../runs.ts";
import { policyRef } from "./samples.ts";

const shop: BarrierIdentity = {
  application: "shop",
  source: { repoURL: "https://git.example.com/apps", path: "apps/shop", name: "" },
  phase: "Sync",
  signer: "workload-certificates",
  signerName: "example.com/workload",
  policy: policyRef,
};

const identities = fc.record({
  application: fc.string({ minLength: 1, maxLength: 80 }),
  source: fc.record({
    repoURL: fc.string({ maxLength: 20 }),
    path: fc.string({ maxLength: 20 }),
    name: fc.string({ maxLength: 5 }),
  }),
  phase: fc.constantFrom("PreSync" as const, "Sync" as const, "PostSync" as const),
  signer: fc.string({ minLength: 1, maxLength: 30 }),
  signerName: fc.string({ minLength: 1, maxLength: 30 }),
  policy: fc.record({
    group: fc.constant(""),
    kind: fc.constant("ConfigMap"),
    namespace: fc.string({ maxLength: 8 }),
    name: fc.string({ maxLength: 8 }),
  }),
});

describe("the name of a barrier", () => {
  it("is readable and the same in every release: live hooks are found again by it", () => {
    expect(barrierName(shop, new Set())).toBe("grantwave-shop-workload-certificates-a3dcfc682a");
  });

  it("is a DNS label of at most 63 characters, whatever the application is called", () => {
    fc.assert(
      fc.property(identities, (identity) => {
        expect(barrierName(identity, new Set())).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])$/);
      }),
      runs(100),
    );
    const long = { ...shop, application: `team-a_${"x".repeat(60)}` };
    expect(barrierName(long, new Set())).toMatch(/^grantwave-team-a-x{35}-[0-9a-f]{10}$/);
  });

  it("differs for every difference: application, source, phase, signer and policy", () => {
    const others: readonly BarrierIdentity[] = [
      { ...shop, application: "shop2" },
      { ...shop, application: `${"x".repeat(60)}a` },
      { ...shop, application: `${"x".repeat(60)}b` },
      { ...shop, source: { ...shop.source, path: "apps/shop-base" } },
      { ...shop, source: { ...shop.source, repoURL: "https://git.example.com/other" } },
      { ...shop, source: { ...shop.source, name: "second" } },
      { ...shop, phase: "PreSync" },
      { ...shop, signer: "other-certificates" },
      { ...shop, signerName: "example.com/other" },
      { ...shop, policy: { ...policyRef, namespace: "other" } },
    ];
    const names = [shop, ...others].map((identity) => barrierName(identity, new Set()));
    expect(new Set(names).size).toBe(names.length);
    fc.assert(
      fc.property(identities, identities, (a, b) => {
        const same = barrierName(a, new Set()) === barrierName(b, new Set());
        expect(same).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      runs(100),
    );
  });

  it("gives way to a Job that the application already has, and always in the same way", () => {
    const first = barrierName(shop, new Set());
    const second = barrierName(shop, new Set([first]));
    const third = barrierName(shop, new Set([first, second]));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(barrierName(shop, new Set([first]))).toBe(second);
  });
});
