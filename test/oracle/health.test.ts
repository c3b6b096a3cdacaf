import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { healthScript } from "../../src/health/health-script.ts";
import { healthCases } from "../health/customizations.ts";

let program: string;
let folder: string;

beforeAll(async () => {
  program = await ensureGoProgram("argo-health");
  folder = await mkdtemp(join(tmpdir(), "grantwave-health-"));
  await writeFile(join(folder, "health.lua"), healthScript(["Ready"]));
}, 900_000);
afterAll(() => rm(folder, { recursive: true }));

describe("Argo CD's own code", () => {
  it.each(healthCases)("finds $expected.status: $input", async ({ expected, group, input, kind }) => {
    const { stdout } = await promisify(execFile)(program, [join(folder, "health.lua"), input]);
    expect(JSON.parse(stdout)).toEqual({
      key: `${group}/${kind}`,
      namespace: "",
      name: "team-a",
      ...expected,
    });
  });
});
