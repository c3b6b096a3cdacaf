import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { namesFrom } from "../../src/parameters/origins.ts";
import { parameterTable } from "../../src/parameters/parameter-table.ts";
import { pluginManifest } from "../../src/parameters/plugin-manifest.ts";
import { parameterNames, parameterOf } from "../../src/parameters.ts";

describe("plugin.yaml", () => {
  const manifest = parse(pluginManifest("grantwave"));

  it("is a named plugin that runs grantwave without a shell and without a discovery", () => {
    expect(manifest).toMatchObject({
      apiVersion: "argoproj.io/v1alpha1",
      kind: "ConfigManagementPlugin",
      metadata: { name: "grantwave" },
    });
    expect(Object.keys(manifest.spec)).toEqual(["generate", "parameters"]);
    expect(manifest.spec.generate).toEqual({ command: ["grantwave", "generate"] });
  });

  it("comes with grantwave-auto beside it, which differs in how it is chosen and in looking up its Application", () => {
    const auto = parse(pluginManifest("grantwave-auto"));
    expect(auto).toEqual({
      ...manifest,
      metadata: { name: "grantwave-auto" },
      spec: {
        ...manifest.spec,
        discover: { find: { command: ["grantwave", "discover"] } },
        generate: { command: ["grantwave", "generate", "--look-up"] },
      },
    });
  });

  it("announces exactly what an Application may set", () => {
    const announced = manifest.spec.parameters.static.map((entry: { name: string }) => entry.name);
    expect(announced).toEqual(namesFrom("application"));
    expect(announced).not.toContain("helm");
  });

  it("announces lists as arrays and maps as maps", () => {
    const entries: readonly { name: string }[] = manifest.spec.parameters.static;
    expect(entries.find(({ name }) => name === "values-files")).toMatchObject({ collectionType: "array" });
    expect(entries.find(({ name }) => name === "set")).toMatchObject({ collectionType: "map" });
    expect(entries.find(({ name }) => name === "skip-crds")).toMatchObject({ itemType: "boolean" });
  });
});

describe("the table of parameters", () => {
  it("has a row for each in the documentation as committed", () => {
    const documentation = readFileSync(new URL("../../docs/parameters.md", import.meta.url), "utf8");
    expect(documentation).toContain(parameterTable());
    expect(parameterTable().split("\n")).toHaveLength(parameterNames.length + 2);
  });

  it("lets nobody but the operator name tools, limits, the root or the configuration", () => {
    for (const name of [
      "config",
      "root",
      "offline",
      "helm",
      "kustomize",
      "kubectl",
      "render-timeout",
      "max-output",
    ] as const) {
      expect(parameterOf(name).from, name).toEqual(["flag", "operator-env"]);
    }
  });
});
