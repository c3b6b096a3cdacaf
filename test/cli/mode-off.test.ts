import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "grantwave-off-"));
  await mkdir(join(folder, "app"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("hands the render on byte for byte, even one that could not be read", async () => {
  const text = "kind: Broken\r\n  bad:\tindent\r\n";
  await writeFile(join(folder, "app", "a.yaml"), text);
  const result = await runGrantwave(["generate", "app", "--mode", "off", "--name", "x"], { cwd: folder });
  expect(result).toEqual({ exit: 0, stdout: text, stderr: "" });
});

it("does not depend on what may have broken: a configuration that is refused otherwise is not read", async () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n";
  await writeFile(join(folder, "app", "a.yaml"), text);
  await writeFile(
    join(folder, "grantwave.yaml"),
    "apiVersion: grantwave.dev/v1alpha1\nkind: Config\nsigner: []\n",
  );
  const args = ["generate", "app", "--name", "x", "--namespace", "y", "--config", "grantwave.yaml"];
  expect(await runGrantwave(args, { cwd: folder })).toMatchObject({ exit: 2, stdout: "" });
  const off = await runGrantwave([...args, "--mode", "off"], { cwd: folder });
  expect(off).toEqual({ exit: 0, stdout: text, stderr: "" });
});
