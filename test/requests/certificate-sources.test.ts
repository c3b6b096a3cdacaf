import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPath } from "../../src/manifest/format-path.ts";
import type { JsonObject, JsonValue } from "../../src/manifest/manifest.ts";
import { maxSources, searchSources, sourcesOfPodSpec } from "../../src/requests/certificate-sources.ts";
import { runs } from "../runs.ts";
import { certificateVolume, podSpec } from "./make-manifest.ts";

function pathsIn(root: JsonObject): readonly string[] {
  return searchSources(root).sources.map(({ path }) => formatPath(path));
}

describe("searching by shape", () => {
  it("finds each place of a part that aliases share", () => {
    const volumes = [certificateVolume()];
    const root = {
      spec: {
        blue: { serviceAccountName: "blue", volumes },
        green: { serviceAccountName: "green", volumes },
      },
    };
    expect(pathsIn(root)).toEqual([
      "spec.blue.volumes[0].projected.sources[0]",
      "spec.green.volumes[0].projected.sources[0]",
    ]);
  });

  it("lists the objects around a source, the innermost first", () => {
    const root = { spec: { volumes: [certificateVolume()] } };
    const [source] = searchSources(root).sources;
    const [volume] = root.spec.volumes;
    expect(source?.enclosing).toEqual([volume?.["projected"], volume, root.spec, root]);
  });

  it("ends on a value that contains itself", () => {
    const spec: { [key: string]: JsonValue | undefined } = { ...podSpec() };
    spec["again"] = spec;
    spec["list"] = [spec, [spec]];
    expect(pathsIn({ spec })).toEqual(["spec.volumes[0].projected.sources[0]"]);
  });

  it("ends on values that contain each other in every order", () => {
    const ring: { [key: string]: JsonValue }[] = Array.from({ length: 12 }, () => ({}));
    for (const [index, one] of ring.entries()) {
      for (const [other, two] of ring.entries()) if (index !== other) one[`to${other}`] = two;
    }
    (ring[11] as { [key: string]: JsonValue })["sources"] = (certificateVolume()["projected"] as JsonObject)[
      "sources"
    ] as JsonValue;
    const { sources, truncated } = searchSources(ring[0] as JsonObject);
    expect({ count: sources.length, truncated }).toEqual({ count: maxSources, truncated: true });
  });

  it("ends where every way on leads back to where it came from", () => {
    const gate: { [key: string]: JsonValue | undefined } = { ...projected() };
    const ring: { [key: string]: JsonValue | undefined }[] = Array.from({ length: 12 }, () => ({ gate }));
    for (const one of ring) for (const [other, two] of ring.entries()) one[`to${other}`] = two;
    gate["ring"] = ring;
    const { sources, truncated } = searchSources({ gate });
    expect({ count: sources.length, truncated }).toEqual({ count: 1, truncated: true });
  });

  it("stops at its limit where aliases multiply one source without end", () => {
    let level: JsonValue = podSpec();
    for (let depth = 0; depth < 40; depth++) level = [level, level];
    const { sources, truncated } = searchSources({ spec: level });
    expect({ count: sources.length, truncated }).toEqual({ count: maxSources, truncated: true });
  });

  it("passes through aliases that multiply nothing of interest without walking each", () => {
    let level: JsonValue = { nothing: "here" };
    for (let depth = 0; depth < 200; depth++) level = [level, level];
    expect(searchSources({ spec: { bomb: level, ...podSpec() } }).sources).toHaveLength(1);
  });

  it("goes as deep as a value goes", () => {
    let level: JsonValue = podSpec();
    for (let depth = 0; depth < 2000; depth++) level = { in: level };
    expect(searchSources({ spec: level }).sources).toHaveLength(1);
  });

  it("reads a list of any length up to its limit", () => {
    const pods = new Array<JsonObject>(200_000).fill(podSpec());
    expect(searchSources({ spec: { pods } }).truncated).toBe(true);
  });

  it("reads a value of ten mebibytes", () => {
    const spec = {
      ...podSpec(),
      notes: Array.from({ length: 1000 }, (_, index) => ({ [`note${index}`]: "x".repeat(10_486) })),
    };
    expect(pathsIn({ spec })).toEqual(["spec.volumes[0].projected.sources[0]"]);
  });

  it("agrees with a plain recursive walk on trees of any shape", () => {
    const leaf = fc.constantFrom<JsonValue>(
      null,
      1,
      "podCertificate",
      { podCertificate: {} },
      { podCertificate: "text" },
    );
    const { tree } = fc.letrec<{ tree: JsonValue; object: JsonObject }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, leaf, tie("object"), fc.array(tie("tree"), { maxLength: 3 })),
      object: fc.dictionary(fc.constantFrom("sources", "volumes", "spec", "openAPIV3Schema"), tie("tree"), {
        maxKeys: 3,
      }),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(pathsIn({ root: value })).toEqual(plainWalk({ root: value }, ""));
      }),
      runs(500),
    );
  });
});

describe("the volumes of a pod spec", () => {
  it("stops at the limit too", () => {
    const volumes = Array.from({ length: maxSources + 1 }, () => certificateVolume());
    const { sources, truncated } = sourcesOfPodSpec({ spec: { volumes } }, ["spec"]);
    expect({ count: sources.length, truncated }).toEqual({ count: maxSources, truncated: true });
  });
});

describe("paths", () => {
  it("quotes keys that are no plain words", () => {
    expect(formatPath(["spec", "a.b", 0, "c-d", "", "1st"])).toBe('spec["a.b"][0].c-d[""]["1st"]');
  });
});

function projected(): JsonObject {
  return certificateVolume()["projected"] as JsonObject;
}

function plainWalk(value: JsonValue, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => plainWalk(item, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  const object = value as JsonObject;
  const { sources } = object;
  const own = (Array.isArray(sources) ? sources : []).flatMap((entry: JsonValue, index: number) => {
    const block =
      typeof entry === "object" && entry !== null ? (entry as JsonObject)["podCertificate"] : undefined;
    const isBlock = typeof block === "object" && block !== null && !Array.isArray(block);
    return isBlock ? [`${path === "" ? "" : `${path}.`}sources[${index}]`] : [];
  });
  const inner = Object.entries(object).flatMap(([key, child]) =>
    key === "openAPIV3Schema" || child === undefined
      ? []
      : plainWalk(child, path === "" ? key : `${path}.${key}`),
  );
  return [...own, ...inner];
}
