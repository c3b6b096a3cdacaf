import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "../..");
const Packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);

let packed: readonly string[];

beforeAll(async () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root });
  packed = Packed.parse(JSON.parse(stdout))[0].files.map(({ path }) => path);
});

/** All pages that the words of the program send a reader to. */
function pagesNamedInSource(): readonly string[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const pages = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => readFileSync(join(root, "src", file), "utf8").match(/(?<!\/)docs\/[\w-]+\.md/g) ?? []);
  return [...new Set(pages)].sort();
}

describe("the npm package", () => {
  it("holds the pages that messages send people to", () => {
    const pages = pagesNamedInSource();
    expect(pages).toContain("docs/install.md");
    expect(pages.filter((page) => !packed.includes(page))).toEqual([]);
  });

  it("holds what Argo CD is set up with, and nothing of how grantwave is made", () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        "plugin.yaml",
        "plugin-auto.yaml",
        "install/repo-server/sidecar.yaml",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
      ]),
    );
    const folders = new Set(packed.filter((path) => path.includes("/")).map((path) => path.split("/")[0]));
    expect([...folders].filter((folder) => !["dist", "docs", "install"].includes(folder ?? ""))).toEqual([]);
  });
});
