import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeAbandoned, withPrivateFolder } from "../../src/render/private-folder.ts";
import { temporaryFolder } from "./rendering.ts";

it("removes the folders of runs that were killed long ago, and nothing else", async () => {
  const TMPDIR = await temporaryFolder();
  const aged = async (name: string, hours: number) => {
    await mkdir(join(TMPDIR, name, "home"), { recursive: true });
    await writeFile(join(TMPDIR, name, "home", "file"), "");
    const then = new Date(Date.now() - hours * 60 * 60 * 1000);
    await utimes(join(TMPDIR, name), then, then);
  };
  await aged("grantwave-Abc123", 2);
  await aged("grantwave-Young1", 0.5);
  await aged("grantwave-configuration", 2);
  await aged("_cmp_server", 2);
  await removeAbandoned({ TMPDIR });
  expect((await readdir(TMPDIR)).sort()).toEqual([
    "_cmp_server",
    "grantwave-Young1",
    "grantwave-configuration",
  ]);
});

it("takes for its own what a run makes", async () => {
  const TMPDIR = await temporaryFolder();
  await withPrivateFolder({ TMPDIR }, async (folder) => {
    const then = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(folder, then, then);
    await removeAbandoned({ TMPDIR });
    expect(await readdir(TMPDIR)).toEqual([]);
  });
});

it("does not mind a TMPDIR that is not there", async () => {
  await removeAbandoned({ TMPDIR: join(await temporaryFolder(), "missing") });
});
