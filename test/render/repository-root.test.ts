import { join } from "node:path";
import { expect, it } from "vitest";
import { isInside, repositoryRoot } from "../../src/render/repository-root.ts";
import { folderWith } from "./rendering.ts";

const nothing = { explicit: undefined, sourcePath: undefined };

it("takes the root that the operator named, relative to where grantwave runs", async () => {
  const clues = { ...nothing, explicit: "..", cwd: "/srv/repo/apps", folder: "/srv/repo/apps/web" };
  expect(await repositoryRoot(clues)).toBe("/srv/repo");
});

it.each([
  ["apps/web", "/tmp/_cmp/1"],
  ["./apps//web/", "/tmp/_cmp/1"],
  [".", "/tmp/_cmp/1/apps/web"],
])("takes Argo CD's path %s off the working directory", async (sourcePath, root) => {
  const cwd = "/tmp/_cmp/1/apps/web";
  expect(await repositoryRoot({ ...nothing, sourcePath, cwd, folder: cwd })).toBe(root);
});

it.each([
  ["apps/shop/web", "/tmp/_cmp_server/1f2e/web"],
  ["apps/web", "/tmp/_cmp_server/1f2e"],
  ["apps/_cmp_server/1/web", "/tmp/_cmp_server/1f2e/_cmp_server/1/web"],
])(
  "takes all that Argo CD has sent, also where that is only a part of the repository: %s in %s",
  async (sourcePath, cwd) => {
    const root = await repositoryRoot({ ...nothing, sourcePath, cwd, folder: cwd });
    expect(root).toBe("/tmp/_cmp_server/1f2e");
  },
);

it("looks for no cmp-server where Argo CD does not run it", async () => {
  const root = await folderWith({ ".git/HEAD": "", "_cmp_server/a/web/x.yaml": "" });
  const folder = join(root, "_cmp_server/a/web");
  expect(await repositoryRoot({ ...nothing, cwd: folder, folder })).toBe(root);
});

it("does not believe a source path that is not where it runs, or above the folder", async () => {
  const folder = await folderWith({ "apps/web/x.yaml": "" });
  const web = join(folder, "apps/web");
  expect(await repositoryRoot({ ...nothing, sourcePath: "apps/db", cwd: web, folder: web })).toBe(web);
  expect(await repositoryRoot({ ...nothing, sourcePath: "db", cwd: "/srv/other/db", folder: web })).toBe(web);
});

it("takes the nearest folder above with .git, be it a folder or a worktree's file", async () => {
  const root = await folderWith({
    ".git/HEAD": "",
    "apps/.git": "gitdir: elsewhere",
    "apps/web/x.yaml": "",
    "db/x.yaml": "",
  });
  const at = (folder: string) => repositoryRoot({ ...nothing, cwd: "/", folder: join(root, folder) });
  expect(await at("db")).toBe(root);
  expect(await at("apps/web")).toBe(join(root, "apps"));
});

it("takes the folder itself where nothing else is known", async () => {
  const folder = await folderWith({ "x.yaml": "" });
  expect(await repositoryRoot({ ...nothing, cwd: "/", folder })).toBe(folder);
});

it.each([
  ["/a/b", "/a/b", true],
  ["/a/b", "/a/b/c", true],
  ["/a/b", "/a/b/..c", true],
  ["/a/b", "/a/bc", false],
  ["/a/b", "/a", false],
  ["/", "/a", true],
])("inside %s lies %s: %s", (root, path, expected) => {
  expect(isInside(root, path)).toBe(expected);
});
