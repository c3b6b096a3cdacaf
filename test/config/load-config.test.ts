import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";

const head = "apiVersion: grantwave.dev/v1alpha1\nkind: Config\n";

let folder: string;
let root: string;
let system: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grantwave-config-"));
  root = join(folder, "repository");
  system = join(folder, "etc.yaml");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true }));

function load(named?: string) {
  return loadConfig({ named, root, cwd: root, system });
}

describe("the configuration that counts", () => {
  it("is the named one, then the operator's, then the repository's, then none", async () => {
    expect(await load()).toMatchObject({ file: undefined, config: { policyWave: -1000, signers: [] } });

    writeFileSync(join(root, "grantwave.yaml"), head);
    expect(await load()).toMatchObject({ file: "grantwave.yaml" });

    writeFileSync(system, `${head}policyWave: -7\n`);
    expect(await load()).toMatchObject({ file: system, config: { policyWave: -7 } });

    writeFileSync(join(root, "named.yaml"), `${head}policyWave: -8\n`);
    expect(await load("named.yaml")).toMatchObject({ file: "named.yaml", config: { policyWave: -8 } });
  });

  it("is not merged with any other", async () => {
    writeFileSync(join(root, "grantwave.yaml"), "kind: nonsense\n");
    writeFileSync(system, `${head}allowEmpty: true\n`);
    expect(await load()).toMatchObject({ config: { allowEmpty: true, policyWave: -1000 } });
  });

  it("has the operator's rights only where the operator named it", async () => {
    writeFileSync(join(root, "grantwave.yaml"), `${head}policyWave: -9\n`);
    await expect(load()).rejects.toThrow(
      "grantwave.yaml:3:1: policyWave may not be set by a file of the repository",
    );
    expect(await load("grantwave.yaml")).toMatchObject({ config: { policyWave: -9 } });
  });
});

describe("a file that cannot be read", () => {
  it("is an error where it was named and is not there", async () => {
    await expect(load("missing.yaml")).rejects.toThrow("the configuration file missing.yaml is not there");
  });

  it("is not looked for outside of the repository, through links", async () => {
    writeFileSync(join(folder, "secret"), "password: hunter2\n");
    symlinkSync(join(folder, "secret"), join(root, "grantwave.yaml"));
    await expect(load()).rejects.toThrow("grantwave.yaml is a link out of the repository");
  });

  it("is refused when it is a folder", async () => {
    mkdirSync(join(root, "grantwave.yaml"));
    await expect(load()).rejects.toThrow("grantwave.yaml is not a file");
  });

  it("is refused, not waited for, when it is a pipe", async () => {
    execFileSync("mkfifo", [join(root, "grantwave.yaml")]);
    await expect(load()).rejects.toThrow("grantwave.yaml is not a file");
  });

  it("is refused when it is no text, or too much of it", async () => {
    writeFileSync(system, Buffer.from([0x61, 0xff]));
    await expect(load()).rejects.toThrow(`${system} is not valid UTF-8`);
    writeFileSync(system, "#".repeat(256 * 1024 + 1));
    await expect(load()).rejects.toThrow(`${system} is larger than 256 KiB`);
  });
});
