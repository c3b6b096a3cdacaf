import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeEach(() => {
  folder = checkout();
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) =>
  runGrantwave([...args, "--name", "web", "--namespace", "web"], { cwd: folder });

describe("messages", () => {
  it("say how an empty application is allowed, wherever it is run", async () => {
    const { exit, stderr } = await run(
      "generate",
      "apps/web",
      "--renderer",
      "directory",
      "--include",
      "none.yaml",
    );
    expect(exit).toBe(1);
    expect(stderr).toContain("There is no object at all in the files of apps/web;");
    expect(stderr).toContain("--allow-empty, the plugin parameter allow-empty, or allowEmpty: true");
  });

  it("do not send people from their own file to the tool that printed it", async () => {
    writeFileSync(join(folder, "broken.yaml"), "a: [\n");
    const { exit, stderr } = await run("generate", ".", "--renderer", "directory");
    expect(exit).toBe(2);
    expect(stderr).toContain("(Mend the document; it came out of the files of the repository's root.)");
  });

  it("say small sizes as they are", async () => {
    const { exit, stderr } = await run("generate", "apps/web", "--max-output", "5");
    expect(exit).toBe(2);
    expect(stderr).toContain("printed more than 5 bytes;");
  });

  it("say why a report cannot be written, with the exit code for it", async () => {
    const { exit, stderr } = await run("plan", "apps/web", "-o", "json=missing/plan.json");
    expect(exit).toBe(4);
    expect(stderr).toContain(
      "the report cannot be written to missing/plan.json (ENOENT) (name a file in a folder",
    );
  });
});
