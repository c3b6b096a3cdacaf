import { execFile } from "node:child_process";
import { access, chmod, cp, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { OutsideError, UsageError } from "../../src/errors.ts";
import { render } from "../../src/render/render.ts";
import { renderRequest } from "../../src/render/render-request.ts";
import { gitServer } from "./git-server.ts";
import {
  failure,
  fixtures,
  folderWith,
  realTools,
  stubTool,
  systemPath,
  temporaryFolder,
} from "./rendering.ts";

const kustomizations = join(fixtures, "kustomize");

function kustomization(
  folder: string,
  root = kustomizations,
  changes: Partial<Parameters<typeof renderRequest>[0]> = {},
) {
  return renderRequest({ folder: join(root, folder), root, name: "shop", namespace: "web", ...changes });
}

it("builds a kustomization with its base and says with what", async () => {
  expect(await render(kustomization("overlay"), await realTools())).toEqual({
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web-settings\n",
    renderer: { tool: "kustomize", version: "v5.8.1", command: "kubectl kustomize" },
    origins: [{ start: 0, file: "kubectl kustomize", sourceComments: false }],
    notices: [],
  });
});

it("prefers kustomize itself where there is one", async () => {
  const kustomize = await stubTool('[ "$1" = version ] && echo v5.8.3 || echo "kind: $1"');
  const { text, renderer } = await render(
    kustomization("overlay"),
    await realTools({ paths: { kustomize } }),
  );
  expect(text).toBe("kind: build\n");
  expect(renderer).toEqual({ tool: "kustomize", version: "v5.8.3", command: "kustomize build" });
});

it("takes a kubectl that was named before a kustomize on PATH", async () => {
  const folder = await temporaryFolder();
  await cp(await stubTool("echo 'kind: Wrong'"), join(folder, "kustomize"));
  const tools = await realTools();
  const { text } = await render(kustomization("overlay"), {
    ...tools,
    env: { PATH: `${folder}:${systemPath}` },
  });
  expect(text).toContain("web-settings");
});

it("says what is missing where there is neither kustomize nor kubectl", async () => {
  const tools = await realTools({ paths: {}, env: { PATH: "/nowhere" } });
  const error = await failure(render(kustomization("overlay"), tools));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("kustomize was not found on PATH (/nowhere)");
});

it("names a base that is missing and why Argo CD may not have sent it", async () => {
  const error = await failure(render(kustomization("baseless"), await realTools()));
  expect(error).toBeInstanceOf(OutsideError);
  expect(error.message).toMatch(/^`kubectl kustomize` failed with exit code 1: .*\.\.\/somewhere\/base/s);
  expect(error.hint).toMatch(/tar exclusions.*manifest-generate-paths/);
});

it("works in a read-only folder without a home and writes nothing", async () => {
  const root = await temporaryFolder();
  await cp(kustomizations, root, { recursive: true });
  await chmod(join(root, "overlay"), 0o555);
  const before = await readdir(root, { recursive: true });
  const temporary = await temporaryFolder();
  const tools = await realTools({ env: { PATH: systemPath, TMPDIR: temporary } });
  expect((await render(kustomization("overlay", root), tools)).text).toContain("web-settings");
  await chmod(join(root, "overlay"), 0o755);
  expect(await readdir(root, { recursive: true })).toEqual(before);
  expect(await readdir(temporary)).toEqual([]);
});

it("says that TMPDIR must be a folder to write to", async () => {
  const tools = await realTools({ env: { PATH: systemPath, TMPDIR: "/nowhere" } });
  const error = await failure(render(kustomization("overlay"), tools));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("cannot make a private folder in /nowhere");
});

it("refuses a file that links out of the repository", async () => {
  const secret = await folderWith({ "token.yaml": "kind: Secret" });
  const root = await folderWith({ "app/kustomization.yaml": "resources: [token.yaml]\n" });
  await symlink(join(secret, "token.yaml"), join(root, "app/token.yaml"));
  const error = await failure(render(kustomization("app", root), await realTools()));
  expect(error.message).toBe("app/token.yaml links to a place outside of the repository");
});

it("inflates no helm charts and runs no plugins", async () => {
  const root = await folderWith({
    "charts/kustomization.yaml": "helmCharts: [{name: x, repo: 'https://example.com', version: 1.0.0}]\n",
    "plugin/kustomization.yaml": "generators: [plugin.yaml]\n",
    "plugin/plugin.yaml":
      "apiVersion: v1\nkind: X\nmetadata:\n  name: x\n  annotations:\n    config.kubernetes.io/function: |\n      exec: {path: ./run}\n",
    "plugin/run": "#!/bin/sh\ntouch ran\n",
  });
  await chmod(join(root, "plugin/run"), 0o755);
  expect((await failure(render(kustomization("charts", root), await realTools()))).message).toMatch(
    /enable-helm/,
  );
  await failure(render(kustomization("plugin", root), await realTools()));
  await expect(access(join(root, "plugin/ran"))).rejects.toThrow();
});

it("fetches remote bases, unless that is forbidden", async () => {
  const remote = await gitServer(await gitRepository());
  const root = await folderWith({
    "app/kustomization.yaml": `resources: ["git::${remote}/.git//base?ref=HEAD"]\n`,
  });
  expect((await render(kustomization("app", root), await realTools())).text).toContain("name: settings");
  const error = await failure(render(kustomization("app", root, { offline: true }), await realTools()));
  expect(error.message).toMatch(/transport 'http' not allowed/);
  expect(error.hint).toBe("remote bases are forbidden by --offline: copy the base into the repository");
});

it("lets no ref of a remote base become an option of git", async () => {
  const remote = await gitRepository();
  const command = await stubTool(`touch '${remote}/ran'; exec git-upload-pack "$@"`);
  const base = `git::${await gitServer(remote)}/.git//base?ref=--upload-pack=${command}`;
  const root = await folderWith({ "app/kustomization.yaml": `resources: ["${base}"]\n` });
  const error = await failure(render(kustomization("app", root), await realTools()));
  expect(error.message).toMatch(/couldn't find remote ref|invalid refspec/);
  await expect(access(join(remote, "ran"))).rejects.toThrow();
});

const settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: outside }\n";

describe("a kustomization that reads outside of the repository", () => {
  it.each([
    ["resources", "resources: [../../outside]", "app/kustomization.yaml"],
    ["a key in another case", "Re\u017fourceS: [../../outside]", "app/kustomization.yaml"],
    ["the old bases", "bases: [../../outside]", "app/kustomization.yaml"],
    ["components", "components: [../../outside]", "app/kustomization.yaml"],
    ["generators", "generators: [../../outside]", "app/kustomization.yaml"],
    ["transformers", "transformers: [../../outside]", "app/kustomization.yaml"],
    ["validators", "validators: [../../outside]", "app/kustomization.yaml"],
  ])("is refused for %s", async (_name, text, file) => {
    const folder = await folderWith({
      "outside/kustomization.yaml": "resources: [settings.yaml]\n",
      "outside/settings.yaml": settings,
      "repository/app/kustomization.yaml": `${text}\n`,
    });
    const error = await failure(render(kustomization("app", join(folder, "repository")), await realTools()));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toBe(`${file} names "../../outside", which lies outside of the repository`);
  });

  it("is refused whether or not what it names is there, which is nobody's business", async () => {
    const folder = await folderWith({ "repository/app/kustomization.yaml": "resources: [../../nowhere]\n" });
    const error = await failure(render(kustomization("app", join(folder, "repository")), await realTools()));
    expect(error.message).toBe(
      'app/kustomization.yaml names "../../nowhere", which lies outside of the repository',
    );
    expect(error.hint).toMatch(/manifest-generate-paths/);
  });

  it("is refused where a base of a base does it", async () => {
    const folder = await folderWith({
      "outside/kustomization.yaml": "resources: [settings.yaml]\n",
      "outside/settings.yaml": settings,
      "repository/app/kustomization.yaml": "resources: [../base]\n",
      "repository/base/kustomization.yml": "resources: [../../outside/../outside]\n",
    });
    const error = await failure(render(kustomization("app", join(folder, "repository")), await realTools()));
    expect(error.message).toBe(
      'base/kustomization.yml names "../../outside/../outside", which lies outside of the repository',
    );
  });

  it("is refused where a link of a base leads there", async () => {
    const folder = await folderWith({
      "outside/kustomization.yaml": "resources: [settings.yaml]\n",
      "outside/settings.yaml": settings,
      "repository/app/kustomization.yaml": "resources: [../shared/link]\n",
      "repository/shared/README": "",
    });
    await symlink(join(folder, "outside"), join(folder, "repository/shared/link"));
    const error = await failure(render(kustomization("app", join(folder, "repository")), await realTools()));
    expect(error.message).toBe(
      'app/kustomization.yaml names "../shared/link", which links to a place outside of the repository',
    );
  });

  it("is refused where it fetches from this machine, also behind a remote base", async () => {
    const remote = await gitRepository();
    const named = `file://${remote}//base?ref=HEAD`;
    const root = await folderWith({ "app/kustomization.yaml": `resources: ["${named}"]\n` });
    expect((await failure(render(kustomization("app", root), await realTools()))).message).toMatch(
      /^app\/kustomization\.yaml names "file:\/\/.*", a repository on this machine$/,
    );
    const between = await gitRepository({ "base/kustomization.yaml": `resources: ["${named}"]\n` });
    const far = await folderWith({
      "app/kustomization.yaml": `resources: ["git::${await gitServer(between)}/.git//base?ref=HEAD"]\n`,
    });
    expect((await failure(render(kustomization("app", far), await realTools()))).message).toMatch(
      /transport 'file' not allowed/,
    );
  });

  it("is built where all that it names lies inside, by links too, and where bases meet again", async () => {
    const root = await folderWith({
      "app/kustomization.yaml":
        "namePrefix: a-\nresources: [../left, ../right]\ntransformers:\n  - |-\n    apiVersion: builtin\n    kind: PrefixSuffixTransformer\n    metadata: { name: x }\n    prefix: b-\n    fieldSpecs: [{ path: metadata/name }]\n",
      "left/kustomization.yaml": "namePrefix: left-\nresources: [../link]\n",
      "right/kustomization.yaml": "namePrefix: right-\nresources: [../base]\n",
      "base/kustomization.yaml": "resources: [settings.yaml]\n",
      "base/settings.yaml": settings,
    });
    await symlink("base", join(root, "link"));
    const { text } = await render(kustomization("app", root), await realTools());
    expect([...text.matchAll(/name: (.*)/g)].map(([, name]) => name)).toEqual([
      "b-a-left-outside",
      "b-a-right-outside",
    ]);
  });
});

it("keeps what kustomize warns of as notices, and renders with one that does not say its version", async () => {
  const kustomize = await stubTool(
    '[ "$1" = version ] && exit 1; echo "# Warning: deprecated" >&2; echo "kind: A"',
  );
  const { notices, renderer } = await render(
    kustomization("overlay"),
    await realTools({ paths: { kustomize } }),
  );
  expect(notices).toEqual(["kustomize build: # Warning: deprecated"]);
  expect(renderer.version).toBe("unknown");
});

/** A git repository with the base of the fixtures, some files of it changed. Gives its folder. */
async function gitRepository(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(kustomizations, "base"), join(folder, "base"), { recursive: true });
  for (const [path, text] of Object.entries(changes)) await writeFile(join(folder, path), text);
  await writeFile(join(folder, ".gitconfig"), "[user]\nname = Test\nemail = test@example.com\n");
  const env = { PATH: systemPath, HOME: folder };
  for (const args of [
    ["init", "--quiet"],
    ["add", "base"],
    ["commit", "--quiet", "--message", "base"],
  ]) {
    await promisify(execFile)("git", args, { cwd: folder, env });
  }
  return folder;
}
