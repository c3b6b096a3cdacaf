import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runBuilt } from "./run-built.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grantwave-configured-"));
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "app"));
  writeFileSync(
    join(folder, "app/a.yaml"),
    "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b }\n",
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The plan as one line, so that the width of a terminal does not matter. */
async function plan(...args: readonly string[]): Promise<string> {
  const { stdout } = await runBuilt(["plan", "app", "--name", "a", "--namespace", "b", ...args], {
    cwd: folder,
  });
  return stdout.replaceAll(/\s+/g, " ");
}

it("says which configuration counted where nobody named one, and that there is none", async () => {
  expect(await plan()).toContain("No configuration file was found, so no signer is known");
  writeFileSync(join(folder, "grantwave.yaml"), "apiVersion: grantwave.dev/v1alpha1\nkind: Config\n");
  expect(await plan()).toContain("Configured by grantwave.yaml, which was found and not named");
  const named = await plan("--config", "grantwave.yaml");
  expect(named).toContain("What to know");
  expect(named).not.toContain("Configured by");
});
