import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testTools } from "../tools.ts";
import { checkout } from "./repository.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
let folder: string;

beforeAll(() => {
  folder = checkout();
  mkdirSync(join(folder, "path/to"), { recursive: true });
  cpSync(join(folder, "apps/web"), join(folder, "path/to/app"), { recursive: true });
  const application = readFileSync(join(folder, "argocd/web.yaml"), "utf8");
  writeFileSync(
    join(folder, "path/to/application.yaml"),
    application.replace("path: apps/web", "path: path/to/app"),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The commands of a section, without their comments. */
function commandsUnder(heading: string): readonly string[] {
  const [, section = ""] = readme.split(`\n## ${heading}\n`);
  const block = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  return block.split("\n").filter((line) => line !== "" && !line.startsWith("npm "));
}

describe("the README's way to an own application", () => {
  it("works as it is copied, with the tools that the demo fetched and none on the PATH but kubectl for the pipe", async () => {
    const { kubectl } = await testTools();
    const commands = commandsUnder("Use it on your own application");
    expect(commands.length).toBeGreaterThan(3);
    const script = ["set -e", `cd '${root}'`, ...commands]
      .join("\n")
      .replaceAll("path/to/", `${folder}/path/to/`)
      .replaceAll("--config grantwave.yaml", `--config ${folder}/grantwave.yaml`)
      .replaceAll("--source-path /", "--source-path ./");
    const path = [dirname(process.execPath), dirname(kubectl), "/usr/bin", "/bin"].join(":");
    const env = {
      PATH: path,
      HOME: process.env["HOME"] ?? "",
      XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? "",
    };
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script], { env });
    expect(stdout.match(/^\S+ → namespace \S+: 4 objects$/gm)).toEqual([
      "shop → namespace shop: 4 objects",
      "web → namespace web: 4 objects",
      "shop → namespace shop: 4 objects",
    ]);
  });
});

describe("the README's table of exit codes", () => {
  it("has each code that can be the end of a command", () => {
    const codes = [...readme.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual([0, 1, 2, 3, 4, 69, 70]);
  });
});
