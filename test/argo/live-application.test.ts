import { describe, expect, it } from "vitest";
import { parseInstanceName } from "../../src/argo/instance-name.ts";
import { readLiveApplication } from "../../src/argo/live-application.ts";
import { optInOf } from "../../src/argo/opt-in.ts";

describe("parseInstanceName", () => {
  it("takes Argo CD's namespace where the name carries none", () => {
    expect(parseInstanceName("web", "argocd")).toEqual({ namespace: "argocd", name: "web" });
    expect(parseInstanceName("team-a_web", "argocd")).toEqual({ namespace: "team-a", name: "web" });
    expect(parseInstanceName("team-a_web.v2", "argocd")).toEqual({ namespace: "team-a", name: "web.v2" });
  });

  it("refuses what would be another path", () => {
    const others = [
      "",
      "_",
      "a_",
      "_a",
      "a_b_c",
      "A",
      "a/b",
      "..",
      "a?b",
      "a%2fb",
      "a b",
      "-a",
      "a-",
      "a".repeat(254),
    ];
    for (const text of others) expect(parseInstanceName(text, "argocd")).toBeUndefined();
    expect(parseInstanceName("web", "")).toBeUndefined();
  });
});

describe("readLiveApplication", () => {
  const source = { repoURL: "https://git.example.com/apps.git", path: "web" };

  it("reads one source, several, and the dry one of a hydrator, as Argo CD chooses between them", () => {
    const entry = { ...source, name: "" };
    const pathsOf = (spec: object) => readLiveApplication({ spec }).sources;
    expect(pathsOf({ source })).toEqual([entry]);
    expect(pathsOf({ source: { ...source, path: "old" }, sources: [source, source] })).toEqual([
      entry,
      entry,
    ]);
    expect(pathsOf({ source: {}, sourceHydrator: { drySource: source } })).toEqual([entry]);
    expect(pathsOf({})).toEqual([]);
  });

  it("knows what a source calls itself", () => {
    const parameters = [{ name: "source", string: "blue" }];
    const env = [{ name: "GRANTWAVE_SOURCE", value: "green" }];
    const names = readLiveApplication({
      spec: { sources: [{ ...source, plugin: { parameters, env } }, { ...source, plugin: { env } }, source] },
    }).sources.map(({ name }) => name);
    expect(names).toEqual(["blue", "green", ""]);
  });

  it("takes anything for an Application that says nothing", () => {
    const nothing = { annotations: {}, cluster: "", sources: [] };
    for (const value of [null, [], "text", 1, {}, { metadata: null, spec: [] }]) {
      expect(readLiveApplication(value)).toEqual(nothing);
    }
    expect(readLiveApplication({ metadata: { annotations: { a: 1, b: "c" } } }).annotations).toEqual({
      b: "c",
    });
  });
});

describe("optInOf", () => {
  it("takes only true for a yes, and tells apart what was meant to say something", () => {
    const of = (value: string) => optInOf({ "grantwave.dev/enabled": value });
    expect(["true", "false", "True", "yes", "", " true"].map(of)).toEqual([
      "in",
      "out",
      "unclear",
      "unclear",
      "unclear",
      "unclear",
    ]);
    expect(optInOf({})).toBe("out");
  });
});
