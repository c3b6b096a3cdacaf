import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BarrierGroup } from "../../src/barrier/barrier.ts";
import { groupBarriers } from "../../src/barrier/group-barriers.ts";
import { placeBarriers } from "../../src/barrier/place-barriers.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import type { Manifest } from "../../src/manifest/manifest.ts";
import { runs } from "../runs.ts";
import { deployment, manifestOf, policyRef, requesterOf, signerWith } from "./samples.ts";
import { methodNames, signerBy } from "./signers-by-method.ts";

const longApplication = `team-a_${"shop-".repeat(12)}`.slice(0, 60);

/** Signers of several methods, several policy objects, several phases, several namespaces. */
const guarded = fc.array(
  fc
    .record({
      method: fc.constantFrom(...methodNames),
      policy: fc.constantFrom("pod-cert-signer", "other-policy"),
      namespace: fc.constantFrom("shop", "web", "agents"),
      account: fc.constantFrom("web", "api", "x".repeat(63)),
      keyType: fc.constantFrom("ECDSAP256", "ED25519"),
    })
    .map(({ method, policy, namespace, account, keyType }) => {
      const ref = { ...policyRef, name: policy };
      const config = { ...signerBy(method), name: method };
      return {
        requester: requesterOf(deployment(namespace, account), {
          signerName: `example.com/${method}`,
          keyType,
        }),
        signer: signerWith({ config, policies: [manifestOf(ref)], policyRef: ref }),
      };
    }),
  { minLength: 1, maxLength: 12 },
);

function placed(groups: readonly BarrierGroup[], manifests: readonly Manifest[]) {
  const { value } = placeBarriers(
    groups,
    groups.map(() => -1),
    {
      application: longApplication,
      source: { repoURL: "", path: "apps/shop", name: "" },
      destinationNamespace: "shop",
      config: BarrierConfig.parse({}),
      manifests,
    },
  );
  return value.map(({ ref }) => ref);
}

describe("the names of all barriers of an application", () => {
  it("are distinct labels that fit, the same in any order of the input, and never those of its own Jobs", () => {
    fc.assert(
      fc.property(guarded, (list) => {
        const groups = groupBarriers(list, () => ["PreSync", "Sync"]);
        const refs = placed(groups, []);
        const keys = refs.map(({ namespace, name }) => `${namespace}/${name}`);
        expect(new Set(keys).size).toBe(groups.length);
        for (const { name } of refs) expect(name).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])$/);
        expect(
          placed(
            groupBarriers([...list].reverse(), () => ["PreSync", "Sync"]),
            [],
          ),
        ).toEqual(refs);

        const jobs = refs.map((ref, index) => manifestOf(ref, index));
        const others = placed(groups, jobs).map(({ namespace, name }) => `${namespace}/${name}`);
        expect(others.filter((key) => keys.includes(key))).toEqual([]);
      }),
      runs(100),
    );
  });

  it("give way only to Jobs of the namespace in which the barrier runs", () => {
    const requester = requesterOf(deployment("agents", "agent"));
    const groups = groupBarriers([{ requester, signer: signerWith({ config: signerBy("canary") }) }], () => [
      "Sync",
    ]);
    const [ref] = placed(groups, []);
    if (ref === undefined) throw new Error("one requester has one canary");
    expect(ref.namespace).toBe("agents");
    expect(placed(groups, [manifestOf({ ...ref, namespace: "shop" })])).toEqual([ref]);
    expect(placed(groups, [manifestOf(ref)])).not.toEqual([ref]);
  });
});
