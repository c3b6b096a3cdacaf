import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWaveProblems, hookWeightAnnotation, readWave } from "../../src/argo/wave.ts";
import { waveAnnotation } from "../../src/manifest/annotations.ts";
import { runs } from "../runs.ts";
import { manifest } from "./manifests.ts";

describe("readWave", () => {
  it.each([
    ["5", 5],
    ["-3", -3],
    ["+2", 2],
    ["-0", 0],
    ["007", 7],
    ["-0009", -9],
    ["2147483648", 2147483648],
    ["00000000000000000000000000000012", 12],
  ])("reads %j as Go's Atoi does", (value, wave) => {
    expect(readWave({ [waveAnnotation]: value })).toEqual({
      wave,
      from: "annotation",
      malformed: [],
      outOfRange: undefined,
    });
  });

  it.each(["", " 1", "1 ", "1.0", "1e2", "0x10", "1_000", "abc", "+", "-", "--1", "+-1", "١", "1\n", "９"])(
    "takes the hook weight where the wave is %j, also on what is no hook",
    (value) => {
      expect(readWave({ [waveAnnotation]: value, [hookWeightAnnotation]: "4" })).toEqual({
        wave: 4,
        from: "hook-weight",
        malformed: [{ annotation: waveAnnotation, value }],
        outOfRange: undefined,
      });
    },
  );

  it("does not look at the hook weight where the wave is fine", () => {
    expect(readWave({ [waveAnnotation]: "1", [hookWeightAnnotation]: "x" })).toMatchObject({
      wave: 1,
      malformed: [],
    });
  });

  it("is 0 without annotations, and names both where both are malformed", () => {
    expect(readWave({})).toEqual({ wave: 0, from: "default", malformed: [], outOfRange: undefined });
    expect(readWave({ [waveAnnotation]: "a", [hookWeightAnnotation]: "b" })).toEqual({
      wave: 0,
      from: "default",
      malformed: [
        { annotation: waveAnnotation, value: "a" },
        { annotation: hookWeightAnnotation, value: "b" },
      ],
      outOfRange: undefined,
    });
  });

  it("knows the bounds of Go's int and of what can be counted with", () => {
    const wave = (value: string) => readWave({ [waveAnnotation]: value });

    expect(wave("-4503599627370496").outOfRange).toBeUndefined();
    expect(wave("4503599627370497").outOfRange).toEqual({
      annotation: waveAnnotation,
      value: "4503599627370497",
    });
    expect(wave("-9223372036854775808")).toMatchObject({ from: "annotation", wave: -(2 ** 63) });
    expect(wave("9223372036854775807").from).toBe("annotation");
    expect(wave("9223372036854775808").from).toBe("default");
    expect(wave("-9223372036854775809").from).toBe("default");
    expect(wave("9".repeat(100_000)).from).toBe("default");
  });

  it("takes no longer for a hostile text than for an honest one of its length", () => {
    expect(readWave({ [waveAnnotation]: `${"0".repeat(2_000_000)}x` }).from).toBe("default");
    expect(readWave({ [waveAnnotation]: `-${"0".repeat(2_000_000)}5` }).wave).toBe(-5);
  });

  it("reads back every integer that a double holds exactly", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (wave) => {
        expect(readWave({ [waveAnnotation]: String(wave) }).wave).toBe(wave);
      }),
      runs(100),
    );
  });

  it("is not misled by names that every object inherits", () => {
    const annotations = Object.create({ [waveAnnotation]: "7" }) as Record<string, string>;

    expect(readWave(annotations).wave).toBe(0);
  });
});

describe("findWaveProblems", () => {
  it("names the object, the text and the wave that Argo CD really uses", () => {
    const broken = manifest({
      annotations: { [waveAnnotation]: "1.5", [hookWeightAnnotation]: "-2" },
    });

    expect(findWaveProblems([manifest(), broken]).findings).toEqual([
      {
        code: "wave-malformed",
        refs: [broken.ref],
        source: broken.source,
        args: { annotation: waveAnnotation, value: "1.5", effective: -2 },
      },
    ]);
  });

  it("reports a wave that is too large to calculate with", () => {
    const huge = manifest({ annotations: { [waveAnnotation]: "-9007199254740993" } });

    expect(findWaveProblems([huge]).findings).toEqual([
      {
        code: "wave-out-of-range",
        refs: [huge.ref],
        source: huge.source,
        args: { annotation: waveAnnotation, value: "-9007199254740993" },
      },
    ]);
  });

  it("is silent about objects that no sync applies", () => {
    const skipped = manifest({
      annotations: { [waveAnnotation]: "x", "argocd.argoproj.io/hook": "Skip" },
    });

    expect(findWaveProblems([skipped]).findings).toEqual([]);
  });
});
