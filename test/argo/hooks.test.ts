import { describe, expect, it } from "vitest";
import { readHook } from "../../src/argo/hooks.ts";

const argo = "argocd.argoproj.io/hook";
const helm = "helm.sh/hook";
const argoPolicy = "argocd.argoproj.io/hook-delete-policy";
const helmPolicy = "helm.sh/hook-delete-policy";

describe("readHook", () => {
  it("takes an object without annotations for a resource of the Sync phase", () => {
    expect(readHook({})).toEqual({ isHook: false, phases: ["Sync"], outside: [], deletePolicies: [] });
  });

  it.each([
    ["PreSync", ["PreSync"]],
    ["PostSync,PreSync", ["PreSync", "PostSync"]],
    [" Sync ,\tSyncFail,,Sync", ["Sync", "SyncFail"]],
    ["garbage,PostSync", ["PostSync"]],
    ["Skip,PreSync", ["PreSync"]],
    ["presync", []],
    ["", []],
  ])("reads Argo CD's %j", (value, phases) => {
    expect(readHook({ [argo]: value })).toEqual({
      isHook: true,
      phases,
      outside: [],
      deletePolicies: ["BeforeHookCreation"],
    });
  });

  it.each([
    ["pre-install", ["PreSync"]],
    ["pre-upgrade,post-upgrade", ["PreSync", "PostSync"]],
    ["post-install, post-upgrade", ["PostSync"]],
    ["test", []],
    ["test-success", []],
    ["pre-rollback", []],
    ["", []],
  ])("reads helm's %j", (value, phases) => {
    expect(readHook({ [helm]: value })).toMatchObject({ isHook: true, phases });
  });

  it("does not apply what is to be skipped, and calls it no hook", () => {
    expect(readHook({ [argo]: "Skip" })).toEqual({
      isHook: false,
      phases: [],
      outside: [],
      deletePolicies: [],
    });
  });

  it("takes exactly `crd-install` for a resource", () => {
    expect(readHook({ [helm]: "crd-install" })).toMatchObject({ isHook: false, phases: ["Sync"] });
    expect(readHook({ [helm]: " crd-install" })).toMatchObject({ isHook: true, phases: [] });
    expect(readHook({ [helm]: "crd-install,pre-install" })).toMatchObject({
      isHook: true,
      phases: ["PreSync"],
    });
  });

  it("lets Argo CD's annotation win where it names a type, and falls back to helm's where it does not", () => {
    expect(readHook({ [argo]: "PostSync", [helm]: "pre-install" }).phases).toEqual(["PostSync"]);
    expect(readHook({ [argo]: "garbage", [helm]: "pre-install" }).phases).toEqual(["PreSync"]);
    expect(readHook({ [argo]: "Skip", [helm]: "pre-install" })).toMatchObject({ isHook: false, phases: [] });
    expect(readHook({ [argo]: "garbage", [helm]: "crd-install" })).toMatchObject({
      isHook: true,
      phases: [],
    });
  });

  it("finds hooks around the deletion of the Application in either spelling", () => {
    expect(readHook({ [argo]: "PreDelete" })).toMatchObject({
      isHook: true,
      phases: [],
      outside: ["PreDelete"],
    });
    expect(readHook({ [helm]: "post-delete,pre-delete" })).toMatchObject({
      phases: [],
      outside: ["PreDelete", "PostDelete"],
    });
    expect(readHook({ [argo]: "Sync", [helm]: "pre-delete" })).toMatchObject({
      phases: ["Sync"],
      outside: ["PreDelete"],
    });
    expect(readHook({ [argo]: "Skip,PostDelete" })).toMatchObject({
      isHook: true,
      phases: [],
      outside: ["PostDelete"],
    });
  });

  it("adds up the delete policies of both spellings, and has one where none is known", () => {
    const policies = (annotations: Record<string, string>) =>
      readHook({ [argo]: "Sync", ...annotations }).deletePolicies;

    expect(policies({ [argoPolicy]: "HookSucceeded", [helmPolicy]: "hook-failed,hook-succeeded" })).toEqual([
      "HookSucceeded",
      "HookFailed",
    ]);
    expect(policies({ [argoPolicy]: "hook-succeeded" })).toEqual(["BeforeHookCreation"]);
    expect(policies({ [helmPolicy]: "before-hook-creation" })).toEqual(["BeforeHookCreation"]);
  });

  it("cuts off what Go calls white space, which is not what JavaScript calls so", () => {
    expect(readHook({ [argo]: "\u0085PreSync\u00a0" }).phases).toEqual(["PreSync"]);
    expect(readHook({ [argo]: "\ufeffPreSync" }).phases).toEqual([]);
  });
});
