import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;
let elsewhere: string;

beforeEach(() => {
  folder = checkout();
  elsewhere = join(folder, "../", `${folder.split("/").at(-1)}-elsewhere`);
  mkdirSync(elsewhere);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(elsewhere, { recursive: true });
});

const file = () => join(folder, "argocd/web.yaml");

function change(from: string, to: string): void {
  writeFileSync(file(), readFileSync(file(), "utf8").replace(from, to));
}

describe("plan --application FILE without a folder", () => {
  it.each([
    ["the root of its repository", () => folder],
    ["a folder below it", () => join(folder, "apps/shop")],
    ["another place", () => elsewhere],
  ])("renders the file's own repository, called from %s", async (_where, cwd) => {
    const { exit, stderr, stdout } = await runGrantwave(["plan", "--application", file()], { cwd: cwd() });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toMatch(/^web → namespace web: 4 objects\n/);
  });

  it("looks into no other repository that it is called from", async () => {
    mkdirSync(join(elsewhere, ".git"));
    mkdirSync(join(elsewhere, "apps/web"), { recursive: true });
    const { exit, stdout } = await runGrantwave(["plan", "--application", file()], { cwd: elsewhere });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^web → namespace web: 4 objects\n/);
  });

  it("says where it looked, and from which file it knows", async () => {
    change("path: apps/web", "path: apps/wbe");
    const { exit, stderr } = await runGrantwave(["plan", "--application", file()], { cwd: elsewhere });
    expect(exit).toBe(2);
    expect(stderr).toContain(`there is no folder ${join(folder, "apps/wbe")}`);
    expect(stderr).toContain(`path apps/wbe, looked for in the repository of ${file()}: ${folder}`);
  });

  it("names the annotation whose mode it does not know", async () => {
    change("namespace: argocd }", 'namespace: argocd, annotations: { grantwave.dev/mode: "of" } }');
    const { exit, stderr } = await runGrantwave(["plan", "--application", file()], { cwd: folder });
    expect(exit).toBe(2);
    expect(stderr).toContain(
      "the annotation grantwave.dev/mode of Application web must be one of enforce, warn, off",
    );
  });
});
