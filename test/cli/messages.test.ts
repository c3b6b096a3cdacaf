import { describe, expect, it } from "vitest";
import { bugReport } from "../../src/commands/bug-report.ts";
import { finalLine } from "../../src/commands/final-line.ts";
import { readOutputs } from "../../src/commands/output-target.ts";

describe("the final line", () => {
  it("names application, place, object, problem and way out", () => {
    expect(
      finalLine({
        application: "web",
        source: { file: "chart/templates/web.yaml", line: 12, document: 3 },
        ref: { group: "apps", kind: "Deployment", namespace: "web", name: "front" },
        message: "the wave is malformed",
        hint: "write a whole number",
      }),
    ).toBe(
      "grantwave: application web: chart/templates/web.yaml:12 (document 3) Deployment/web/front: the wave is malformed (write a whole number)",
    );
  });

  it("stays one line that shows what it holds, whatever the input is", () => {
    expect(finalLine({ message: "a\n  b\u001b[2J", application: "x\ny" })).toBe(
      "grantwave: application x\\ny: a b\\u{1b}[2J",
    );
  });
});

describe("the report of a bug", () => {
  it("shows where, and no word of the error", () => {
    const error = new TypeError("cannot read password: hunter2\n    at hunter2 (secret.yaml:1:1)");
    const report = bugReport(error, "v20.0.0");
    expect(report).not.toContain("hunter2");
    expect(report).toMatch(/^ {4}at .*messages\.test\.ts:\d+:\d+/m);
    expect(report).not.toMatch(/\/.*\/messages\.test\.ts/);
    expect(report.trimEnd().split("\n").at(-1)).toBe(
      "grantwave: this is a bug in grantwave 0.1.0 (TypeError, Node v20.0.0): please report it with the lines above",
    );
  });

  it("can be made of anything that is thrown", () => {
    expect(bugReport("hunter2", "v20.0.0")).toBe(
      "grantwave: this is a bug in grantwave 0.1.0 (string, Node v20.0.0): please report it with the lines above\n",
    );
  });
});

describe("reports that are asked for", () => {
  const read = (...texts: readonly string[]) => readOutputs(texts, ["text", "json"], "text");

  it("go to stdout or to a file each", () => {
    expect(readOutputs(undefined, ["text", "json"], "text")).toEqual([{ format: "text", file: undefined }]);
    expect(read("json=out/a=b.json", "text")).toEqual([
      { format: "json", file: "out/a=b.json" },
      { format: "text", file: undefined },
    ]);
  });

  it("are refused where they would overwrite each other or have no known format", () => {
    expect(() => read("json", "text")).toThrow("--output names stdout twice");
    expect(() => read("json=a", "text=a")).toThrow('--output names "a" twice');
    expect(() => read("jsn")).toThrow('--output knows no format "jsn"; did you mean "json"?');
    expect(() => read("json=")).toThrow("names no file");
  });
});
