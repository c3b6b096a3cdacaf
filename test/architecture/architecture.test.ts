import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf } from "./imports.ts";
import { findViolations } from "./rules.ts";

const source = resolve(import.meta.dirname, "../../src");

describe("the imports of src/", () => {
  it("keep to the doors and to the layers", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(source, path), "utf8") }));
    expect(files.length).toBeGreaterThan(20);
    expect(findViolations(files)).toEqual([]);
  });
});

describe("the rules", () => {
  function violationsOf(path: string, text: string): readonly string[] {
    return findViolations([{ path, text }]);
  }

  it("let a YAML library into src/manifest/ only", () => {
    const text = 'import { parse } from "yaml";\n';
    expect(violationsOf("manifest/read.ts", text)).toEqual([]);
    expect(violationsOf("order/solve.ts", text)).toEqual([
      "src/order/solve.ts imports yaml, which only src/manifest/ may",
    ]);
  });

  it("know no package that has no door", () => {
    expect(violationsOf("order/solve.ts", 'import { map } from "lodash";\n')).toEqual([
      "src/order/solve.ts imports lodash, which has no door: give it one in test/architecture/rules.ts",
    ]);
  });

  it("let a file start programs in one place only", () => {
    expect(violationsOf("render/helm.ts", 'import { spawn } from "node:child_process";\n')).toHaveLength(1);
    expect(violationsOf("render/exec.ts", 'import { spawn } from "node:child_process";\n')).toEqual([]);
  });

  it("refuse an import from a layer that is built on the file's own, lazy ones and types included", () => {
    for (const text of [
      'import { runCli } from "../cli.ts";\n',
      'import type { RunCli } from "../cli.ts";\n',
      'const cli = await import("../cli.ts");\n',
      'export * from "../cli.ts";\n',
    ]) {
      expect(violationsOf("manifest/read.ts", text)).toEqual([
        "src/manifest/read.ts imports src/cli.ts, which is built on it: the layers go manifest/, findings/finding.ts, findings/printable.ts, render/rendered.ts ← cli.ts",
      ]);
    }
  });

  it("keep the stages in their order: a barrier knows requesters, and no order", () => {
    expect(violationsOf("barrier/a.ts", 'import { b } from "../requests/b.ts";\n')).toEqual([]);
    expect(violationsOf("order/a.ts", 'import { b } from "../barrier/b.ts";\n')).toEqual([]);
    for (const [from, to] of [
      ["barrier", "order"],
      ["signers", "barrier"],
      ["requests", "signers"],
      ["render", "requests"],
      ["references", "admission"],
    ]) {
      expect(violationsOf(`${from}/a.ts`, `import { b } from "../${to}/b.ts";\n`)).toEqual([
        `src/${from}/a.ts imports src/${to}/b.ts, which is built on it: the layers go ${from}/ ← ${to}/`,
      ]);
    }
  });

  it("refuse a list that is spread into a call, which a long one breaks", () => {
    const violation =
      "src/order/a.ts spreads a list into push(), which a long one breaks: see src/append-all.ts";
    expect(violationsOf("order/a.ts", "list.push(\n  ...others,\n);\n")).toEqual([violation]);
    expect(violationsOf("order/a.ts", "// list.push(...others)\nlist.push({ ...one });\n")).toEqual([]);
  });

  it("ask for a layer for every new folder", () => {
    expect(violationsOf("new-thing/a.ts", 'import { b } from "./b.ts";\n')).toEqual([
      "src/new-thing/a.ts stands in no layer: give it one in test/architecture/rules.ts",
    ]);
  });
});

describe("importsOf", () => {
  it("sees every form of import and no comment", () => {
    const text = `
      import type { A } from "./a.ts";
      import b, {
        c,
        type D,
      } from "./b.ts";
      import * as e from "./e.ts";
      import "./f.ts";
      export { g } from "./g.ts";
      export type { H } from "./h.ts";
      // import { no } from "./comment.ts";
      /* import { no } from "./comment.ts"; */
      const i = () => import("./i.ts");
    `;
    expect(importsOf(text)).toEqual(["./a.ts", "./b.ts", "./e.ts", "./f.ts", "./g.ts", "./h.ts", "./i.ts"]);
  });
});
