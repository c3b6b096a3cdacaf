import { execFile } from "node:child_process";
import { mkdir, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { lookAtFile, mostBytes } from "../../src/reporter/look-at-file.ts";
import { makeFolder, makeVolume, sha256 } from "./volume.ts";

describe("a look at a policy file", () => {
  it("gives the SHA-256 of its bytes, whatever they are", async () => {
    const file = join(await makeFolder(), "policy");
    for (const text of ["", "{}\n", "\uFEFFkäse\r\n\0", "x".repeat(200_000)]) {
      await writeFile(file, text);
      expect(await lookAtFile(file)).toMatchObject({
        digest: sha256(text),
        sizeBytes: Buffer.byteLength(text),
      });
    }
  });

  it("follows the links of a ConfigMap volume to what they lead to now", async () => {
    const volume = await makeVolume("old");
    const old = await lookAtFile(volume.file);
    await volume.publish("new");
    expect(old).toMatchObject({ digest: sha256("old") });
    expect(await lookAtFile(volume.file)).toMatchObject({ digest: sha256("new") });
  });

  it("tells one writing of the same bytes from another", async () => {
    const volume = await makeVolume("same");
    const first = await lookAtFile(volume.file);
    const second = await lookAtFile(volume.file);
    await volume.publish("same");
    const third = await lookAtFile(volume.file);
    expect(second).toEqual(first);
    expect(third).toMatchObject({ digest: sha256("same") });
    expect(third).not.toEqual(first);
  });

  it("sees that a file was written in place even where its times were set back", async () => {
    const file = join(await makeFolder(), "policy");
    const time = new Date(0);
    await writeFile(file, "a");
    await utimes(file, time, time);
    const before = await lookAtFile(file);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await writeFile(file, "a");
    await utimes(file, time, time);
    expect(await lookAtFile(file)).not.toEqual(before);
  });

  it("says what is wrong with what is no file, and waits for nobody", async () => {
    const folder = await makeFolder();
    await promisify(execFile)("mkfifo", [join(folder, "pipe")]);
    await symlink("nowhere", join(folder, "dangling"));
    await symlink("loop", join(folder, "loop"));
    await mkdir(join(folder, "folder"));
    const looks = ["pipe", "dangling", "loop", "folder", "missing", "missing/file", "pipe/file"];
    expect(await Promise.all(looks.map((name) => lookAtFile(join(folder, name))))).toEqual(
      [
        "is no file",
        "is not there",
        "is a symbolic link that leads nowhere",
        "is no file",
        "is not there",
        "is not there",
        "is not there",
      ].map((problem) => ({ problem, isPassing: false })),
    );
    expect(await lookAtFile("/dev/zero")).toEqual({ problem: "is no file", isPassing: false });
  });

  it("reads as much as any ConfigMap can hold, and no more than its bound", async () => {
    const file = join(await makeFolder(), "policy");
    await writeFile(file, "");
    await truncate(file, mostBytes);
    expect(await lookAtFile(file)).toMatchObject({ sizeBytes: mostBytes });
    await truncate(file, 64 * 1024 ** 3);
    const start = performance.now();
    expect(await lookAtFile(file)).toEqual({ problem: "is larger than 4194304 bytes", isPassing: false });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it("gives an answer whatever happens to the file meanwhile, and the right one afterwards", async () => {
    const file = join(await makeFolder(), "policy");
    let over = false;
    const writer = (async () => {
      for (let round = 0; round < 60; round++) {
        if (round % 7 === 0) await rm(file, { force: true });
        await writeFile(file, String(round % 10).repeat(700_000));
      }
      over = true;
    })();
    while (!over) {
      const look = await lookAtFile(file);
      if ("problem" in look) expect(look.problem).toMatch(/^(is not there|was written while it was read)$/);
    }
    await writer;
    expect(await lookAtFile(file)).toMatchObject({ digest: sha256("9".repeat(700_000)) });
  });
});
