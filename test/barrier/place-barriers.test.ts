import { describe, expect, it } from "vitest";
import type { Phase } from "../../src/argo/phase.ts";
import { groupBarriers } from "../../src/barrier/group-barriers.ts";
import { placeBarriers } from "../../src/barrier/place-barriers.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import type { Manifest } from "../../src/manifest/manifest.ts";
import {
  deployment,
  groupOf,
  impatient,
  manifestOf,
  policyRef,
  requesterOf,
  signerConfig,
  signerWith,
} from "./samples.ts";

const api = requesterOf(deployment("shop", "api"));
const web = requesterOf(deployment("shop", "web"));
const inSync = (): readonly Phase[] => ["Sync"];

const surroundings = {
  application: "shop",
  source: { repoURL: "", path: "apps/shop", name: "" },
  destinationNamespace: "shop",
  config: BarrierConfig.parse({}),
  manifests: [],
};

describe("barriers are grouped", () => {
  it("one for all requesters of one phase, signer and policy object", () => {
    const policyManifest = manifestOf(policyRef);
    const signer = signerWith({ policies: [policyManifest] });
    const grant = { policy: policyManifest, path: "grants[0]", summary: "any" };
    expect(
      groupBarriers(
        [web, api].map((requester) => ({ requester, signer, grant })),
        inSync,
      ),
    ).toEqual([
      {
        phase: "Sync",
        signer: signerConfig,
        signerName: "example.com/workload",
        policy: policyRef,
        policyManifest,
        requesters: [web, api],
      },
    ]);
  });

  it("one for each phase of a dependent, but none where Argo CD keeps no waves", () => {
    const phasesOf = (dependent: Manifest): readonly Phase[] =>
      dependent === web.dependent ? ["PostSync", "SyncFail", "Sync"] : ["PreSync"];
    const groups = groupBarriers(
      [web, api].map((requester) => ({ requester, signer: signerWith() })),
      phasesOf,
    );
    expect(groups.map(({ phase, requesters }) => [phase, requesters])).toEqual([
      ["PreSync", [api]],
      ["Sync", [web]],
      ["PostSync", [web]],
    ]);
  });

  it("one for each signer, in the order of their names and not of the input", () => {
    const other = requesterOf(deployment("shop", "api"), { signerName: "example.com/agent" });
    const agents = signerWith({ config: { ...signerConfig, name: "agents" } });
    const guarded = [
      { requester: web, signer: signerWith() },
      { requester: other, signer: agents },
    ];
    const named = groupBarriers(guarded, inSync).map(({ signerName }) => signerName);
    expect(named).toEqual(["example.com/agent", "example.com/workload"]);
    expect(groupBarriers([...guarded].reverse(), inSync).map(({ signerName }) => signerName)).toEqual(named);
  });

  it("also where the grants are external, and not where the signer is unknown", () => {
    const external = signerWith({ policies: [] });
    const groups = groupBarriers([{ requester: web, signer: external }, { requester: api }], inSync);
    expect(groups.map(({ policyManifest, requesters }) => [policyManifest, requesters])).toEqual([
      [undefined, [web]],
    ]);
  });
});

describe("placed barriers", () => {
  it("carry their wave, their deadline and a name of their own in the destination namespace", () => {
    const groups = [groupOf([web]), groupOf([web], { phase: "PostSync" })];
    const { value, findings } = placeBarriers(groups, [-1, 4], surroundings);
    expect(findings).toEqual([]);
    expect(value.map(({ ref, wave, timeoutSeconds }) => [ref.namespace, wave, timeoutSeconds])).toEqual([
      ["shop", -1, 300],
      ["shop", 4, 300],
    ]);
    expect(new Set(value.map(({ ref }) => ref.name)).size).toBe(2);
  });

  it("run in the operator's namespace where one is configured", () => {
    const config = BarrierConfig.parse({ namespace: "grantwave" });
    const { value } = placeBarriers([groupOf([web])], [-1], { ...surroundings, config });
    expect(value[0]?.ref.namespace).toBe("grantwave");
    expect(value[0]?.manifest["metadata"]).toMatchObject({ namespace: "grantwave" });
  });

  it("never take the name of a Job that the application has", () => {
    const [first] = placeBarriers([groupOf([web])], [-1], surroundings).value;
    const manifests = first === undefined ? [] : [manifestOf(first.ref)];
    const [second] = placeBarriers([groupOf([web])], [-1], { ...surroundings, manifests }).value;
    expect(second?.ref.name).not.toBe(first?.ref.name);
  });

  it("are an error where the deadline is shorter than what the method needs, said once per signer", () => {
    const groups = [
      groupOf([web], { signer: impatient }),
      groupOf([web], { signer: impatient, phase: "PostSync" }),
    ];
    expect(placeBarriers(groups, [-1, -1], surroundings).findings).toEqual([
      {
        code: "barrier-deadline-short",
        refs: [],
        source: null,
        args: { signer: "workload-certificates", timeoutSeconds: 60, neededSeconds: 215 },
      },
    ]);
  });

  it("are an error and left out where no Job could carry what they wait for", () => {
    const huge = requesterOf(deployment("shop", "web"), {
      userAnnotations: { "example.com/dns-names": "x".repeat(140_000) },
    });
    const many = Array.from({ length: 12_000 }, (_, index) =>
      requesterOf(deployment("shop", `web-${index}`), {
        userAnnotations: { "example.com/dns-names": `web-${index}.shop.svc` },
      }),
    );
    for (const requesters of [[huge], many]) {
      const { value, findings } = placeBarriers([groupOf(requesters)], [-1], surroundings);
      expect(value).toEqual([]);
      expect(findings.map(({ code, refs }) => [code, refs])).toEqual([["barrier-too-large", [policyRef]]]);
    }
  });
});
