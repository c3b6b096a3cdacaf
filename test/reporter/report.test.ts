import { mkdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBuilt } from "../cli/run-built.ts";
import { startReporter } from "./start-reporter.ts";
import { makeFolder, makeVolume, sha256 } from "./volume.ts";

describe("grantwave report", () => {
  it("follows a ConfigMap volume, and says each change once", async () => {
    const volume = await makeVolume("old");
    const reporter = await startReporter(volume.file);
    await reporter.until(({ digest }) => digest === sha256("old"));
    const before = await reporter.report();
    await volume.publish("new");
    await reporter.until(({ digest }) => digest === sha256("new"));
    const after = await reporter.report();
    expect(Date.parse(after.since ?? "")).toBeGreaterThan(Date.parse(before.since ?? ""));
    expect(await (await fetch(`${reporter.url}/digest`)).text()).toBe(`${sha256("new")}\n`);
    await reporter.stop();
    expect(reporter.log().match(/has SHA-256 \w+/g)).toEqual([
      `has SHA-256 ${sha256("old")}`,
      `has SHA-256 ${sha256("new")}`,
    ]);
  });

  it("counts anew when the old bytes are written again, since others may have been there in between", async () => {
    const volume = await makeVolume("same");
    const reporter = await startReporter(volume.file);
    await reporter.until(({ digest }) => digest !== null);
    const { since } = await reporter.report();
    await volume.publish("same");
    await reporter.until((report) => report.since !== since && report.digest === sha256("same"));
  });

  it("waits for a file that is not there yet, and says so again when it vanishes", async () => {
    const folder = await makeFolder();
    const file = join(folder, "later", "policy.json");
    const reporter = await startReporter(file);
    await reporter.until(({ problem }) => problem === "is not there");
    await mkdir(dirname(file));
    await writeFile(file, "{}");
    await reporter.until(({ digest }) => digest === sha256("{}"));
    await unlink(file);
    await reporter.until(({ digest, problem }) => digest === null && problem === "is not there");
    expect((await fetch(`${reporter.url}/digest`)).status).toBe(503);
  });

  it("sees that the folder itself was exchanged, which no watch tells", async () => {
    const folder = await makeFolder();
    const [used, next] = [join(folder, "used"), join(folder, "next")];
    for (const [path, text] of [
      [used, "old"],
      [next, "new"],
    ] as const) {
      await mkdir(path);
      await writeFile(join(path, "policy.json"), text);
    }
    const reporter = await startReporter(join(used, "policy.json"));
    await reporter.until(({ digest }) => digest === sha256("old"));
    await rename(used, join(folder, "gone"));
    await rename(next, used);
    await reporter.until(({ digest }) => digest === sha256("new"));
    await rm(used, { recursive: true });
    await reporter.until(({ problem }) => problem === "is not there");
  });

  it("ends at once when it is asked to, also while somebody is connected and silent", async () => {
    const { file } = await makeVolume("{}");
    const reporter = await startReporter(file);
    const { port, hostname } = new URL(reporter.url);
    const silent = connect(Number(port), hostname);
    silent.on("error", () => {});
    await new Promise((resolve) => silent.once("connect", resolve));
    silent.write("GET / HTTP/1.1\r\n");
    const { exit, tookMs } = await reporter.stop();
    silent.destroy();
    expect(exit).toBe(143);
    expect(tookMs).toBeLessThan(2000);
    expect(reporter.log()).toMatch(/was asked to end\n$/);
  });

  it("says why it cannot begin", async () => {
    const { file } = await makeVolume("{}");
    const { url } = await startReporter(file);
    const taken = await runBuilt(["report", file, "--listen", new URL(url).host]);
    expect(taken).toMatchObject({ exit: 4, stdout: "" });
    expect(taken.stderr).toContain("cannot be listened on (EADDRINUSE)");
    const wrong = await runBuilt(["report", file, "--listen", "9464/tcp"]);
    expect(wrong).toMatchObject({ exit: 2, stdout: "" });
    expect(wrong.stderr).toContain('--listen must be a port such as 9464, or 127.0.0.1:9464, not "9464/tcp"');
    expect(await runBuilt(["report"])).toMatchObject({ exit: 2 });
  });
});
