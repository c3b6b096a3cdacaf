import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { render } from "../../src/render/render.ts";
import { type DirectoryOptions, renderRequest } from "../../src/render/render-request.ts";
import { failure, folderWith, realTools } from "./rendering.ts";

async function rendered(folder: string, directory: Partial<DirectoryOptions> = {}, limits = {}) {
  const request = renderRequest({ folder, root: folder, renderer: "directory", directory, limits });
  return render(request, await realTools());
}

async function filesRead(
  folder: string,
  directory: Partial<DirectoryOptions> = {},
): Promise<readonly string[]> {
  return (await rendered(folder, directory)).origins.map(({ file }) => file);
}

it("joins the files' own text, each a document of its own, with one origin per file", async () => {
  const folder = await folderWith({
    "b.yaml": "kind: B\r\n",
    "a.yml": "# comment\nkind: A",
    "c.json": '{"kind": "C"}',
    "d.yaml": "---\nkind: D\n---\nkind: E\n",
  });
  const expected =
    "# comment\nkind: A\n---\nkind: B\r\n---\n" + '{"kind": "C"}\n---\nkind: D\n---\nkind: E\n';
  const result = await rendered(folder);
  expect(result.text).toBe(expected);
  expect(result.renderer).toEqual({
    tool: "directory",
    version: "0.0.0-test",
    command: "the files of the repository's root",
  });
  expect(result.origins).toEqual([
    { start: 0, file: "a.yml", sourceComments: false },
    { start: expected.indexOf("kind: B"), file: "b.yaml", sourceComments: false },
    { start: expected.indexOf("{"), file: "c.json", sourceComments: false },
    { start: expected.indexOf("---\nkind: D"), file: "d.yaml", sourceComments: false },
  ]);
});

it("gives an empty render for a folder without manifests", async () => {
  const folder = await folderWith({ "README.md": "# Nothing" });
  const { text, origins } = await rendered(folder);
  expect(text).toBe("");
  expect(origins).toEqual([{ start: 0, file: "the files of the repository's root", sourceComments: false }]);
});

describe("which files", () => {
  const tree = {
    "web.yaml": "kind: A\n",
    ".hidden.yaml": "kind: A\n",
    "web.yaml.bak": "kind: A\n",
    "B.yaml": "kind: A\n",
    "notes.txt": "no manifest",
    "sub/db.yml": "kind: A\n",
    "sub/.deep/x.json": "{}",
    ".git/refs/heads/main.yaml": "0123456789",
  };

  it("reads those of the folder itself, hidden ones too, in byte order", async () => {
    expect(await filesRead(await folderWith(tree))).toEqual([".hidden.yaml", "B.yaml", "web.yaml"]);
  });

  it("reads sub-folders when told to, in Argo CD's order, but not .git", async () => {
    expect(await filesRead(await folderWith(tree), { recurse: true })).toEqual([
      ".hidden.yaml",
      "B.yaml",
      "sub/.deep/x.json",
      "sub/db.yml",
      "web.yaml",
    ]);
  });

  it("matches include and exclude against the path, exclude wins", async () => {
    const folder = await folderWith(tree);
    expect(await filesRead(folder, { recurse: true, include: "{sub/*,web.yaml}" })).toEqual([
      "sub/.deep/x.json",
      "sub/db.yml",
      "web.yaml",
    ]);
    expect(await filesRead(folder, { recurse: true, include: "*.y*ml", exclude: "{sub,.}*" })).toEqual([
      "B.yaml",
      "web.yaml",
    ]);
  });

  it("reads any extension when told to", async () => {
    const folder = await folderWith({ "web.manifest": "kind: A\n", "x.yaml": "kind: B\n" });
    expect(await filesRead(folder, { anyExtension: true, include: "*.manifest" })).toEqual(["web.manifest"]);
  });

  it("leaves out files that carry Argo CD's marker", async () => {
    const folder = await folderWith({
      "values.yaml": "# +argocd:skip-file-rendering\nx: 1\n",
      "web.yaml": "kind: A\n",
    });
    expect(await filesRead(folder)).toEqual(["web.yaml"]);
  });

  it("follows links to files inside of the root, not to folders, and says which lead nowhere", async () => {
    const root = await folderWith({ "shared/a.yaml": "kind: A\n", "app/x.yaml": "kind: X\n" });
    await symlink("../shared/a.yaml", join(root, "app/link.yaml"));
    await symlink("../shared", join(root, "app/folder.yaml"));
    await symlink("../nowhere", join(root, "app/lost.yaml"));
    const request = renderRequest({ folder: join(root, "app"), root, directory: { recurse: true } });
    const { text, origins, notices } = await render(request, await realTools());
    expect(text).toBe("kind: A\n---\nkind: X\n");
    expect(origins.map(({ file }) => file)).toEqual(["link.yaml", "x.yaml"]);
    expect(notices).toEqual([
      "folder.yaml is passed over: it is no file",
      "lost.yaml is passed over: it links to nothing",
    ]);
  });

  it("refuses a link out of the root", async () => {
    const outside = await folderWith({ "secret.yaml": "kind: Secret\n" });
    const folder = await folderWith({ "x.yaml": "kind: X\n" });
    await symlink(join(outside, "secret.yaml"), join(folder, "link.yaml"));
    const error = await failure(rendered(folder));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toBe("link.yaml links to a file outside of the repository");
  });

  it("does not wait for a pipe", async () => {
    const folder = await folderWith({ "x.yaml": "kind: X\n" });
    await promisify(execFile)("mkfifo", [join(folder, "pipe.yaml")]);
    expect(await filesRead(folder)).toEqual(["x.yaml"]);
  });

  it("does not read what lies beside the folder", async () => {
    const root = await folderWith({ "app/x.yaml": "kind: X\n" });
    await mkdir(join(root, "large"));
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => writeFile(join(root, "large", `${index}.yaml`), "broken: [")),
    );
    const request = renderRequest({ folder: join(root, "app"), root, limits: { maxFiles: 20 } });
    expect((await render(request, await realTools())).text).toBe("kind: X\n");
  });
});

describe("what it refuses", () => {
  it.each([
    ["Jsonnet", { "a.jsonnet": "{}" }, /^a\.jsonnet is Jsonnet, which grantwave does not evaluate$/],
    [
      "several objects in one JSON file",
      { "a.json": "{}\n{}" },
      /^a\.json is not one JSON object: .* line 2, column 1$/,
    ],
    [
      "a JSON file that ends too early",
      { "a.json": '{\n  "kind": "A",\n  "a": "b"\n\n' },
      /^a\.json is not one JSON object: it ends too early, at line 3$/,
    ],
    ["a JSON list", { "a.json": "[]" }, /^a\.json is not one JSON object: it holds a list$/],
    ["an empty JSON file", { "a.json": "" }, /^a\.json is not one JSON object/],
    [
      "bytes that are not UTF-8",
      { "a.yaml": Buffer.from([0x61, 0xff]) },
      /^a\.yaml is not UTF-8 from byte 1 on$/,
    ],
  ])("refuses %s", async (_what, files, expected) => {
    const error = await failure(rendered(await folderWith(files)));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(expected);
    expect(error.hint).toBeTypeOf("string");
  });

  it("does not quote a broken JSON file, which may be a Secret", async () => {
    const error = await failure(rendered(await folderWith({ "a.json": '{"password": s3cr3t}' })));
    expect(error.message).toBe("a.json is not one JSON object: JSON's grammar breaks at line 1, column 14");
  });

  it("refuses a pattern that cannot be read", async () => {
    const error = await failure(rendered(await folderWith({}), { include: "{a,b" }));
    expect(error.message).toBe("the pattern {a,b cannot be read: a { is not closed");
  });

  it("refuses more files than the limit", async () => {
    const folder = await folderWith({ "a.yaml": "", "b.yaml": "", "c.yaml": "" });
    const error = await failure(rendered(folder, {}, { maxFiles: 2 }));
    expect(error.message).toBe(`${folder} holds too many manifest files: more than 2`);
  });

  it("refuses a tree that holds too much of anything", async () => {
    const files = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`${index}/notes.txt`, ""]));
    const error = await failure(rendered(await folderWith(files), { recurse: true }, { maxFiles: 2 }));
    expect(error.message).toMatch(/holds too many files and folders: more than 20$/);
  });

  it("refuses more bytes than the limit", async () => {
    const folder = await folderWith({ "a.yaml": "x".repeat(600), "b.yaml": "x".repeat(600) });
    const error = await failure(rendered(folder, {}, { maxOutputBytes: 1024 }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(/hold more than 1 KiB; Argo CD refuses more than 100 MiB from a plugin$/);
  });
});

describe("JSON behind YAML", () => {
  it("is written so that Argo CD's decoder reads it there", async () => {
    const folder = await folderWith({
      "a.yaml": "kind: A\n",
      "b.json": String.raw`{"kind" : "B", "text": "\ud83d\ude00"}`,
      "c.yaml": String.raw`{"kind": "C", "text": "\/"}`,
    });
    expect((await rendered(folder)).text).toBe(
      'kind: A\n---\n{"kind": "B", "text": "😀"}\n---\n{"kind": "C", "text": "/"}',
    );
  });

  it("is read by kubectl, which has the same decoder", async () => {
    const object = (name: string, text: string) =>
      `{\n\t"apiVersion": "v1",\n\t"kind" : "ConfigMap",\n\t"metadata": {"name":"${name}"},\n\t"data": {"text": "${text}"}\n}\n`;
    const folder = await folderWith({
      "a.json": object("a", String.raw`\ud83d\ude00 \/`),
      "b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\ndata: {text: yes it is}\n",
      "c.json": object("c", String.raw`\ud83d\ude00 \/ é${"\u2028"}`),
    });
    const { text } = await rendered(folder);
    const file = join(await folderWith({ "all.yaml": text }), "all.yaml");
    const { kubectl } = (await realTools()).paths;
    const annotate = [
      "annotate",
      "--local",
      "-f",
      file,
      "probe=1",
      "-o",
      "jsonpath={.metadata.name}={.data.text};",
    ];
    const { stdout } = await promisify(execFile)(kubectl ?? "", annotate);
    expect(stdout).toBe("a=😀 /;b=yes it is;c=😀 / é\u2028;");
  });
});
