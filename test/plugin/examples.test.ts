import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runGrantwave } from "../run-grantwave.ts";
import { check, generate, likeRepoServer, match, splitAsArgoCd } from "./cmp-client.ts";
import { type CmpServer, startCmpServer } from "./cmp-server.ts";
import { pluginSource } from "./repositories.ts";

interface Application {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly source: { readonly path: string; readonly repoURL: string; readonly plugin?: object };
    readonly destination: { readonly namespace: string };
  };
}

const examples = join(import.meta.dirname, "..", "..", "examples");

/** Examples whose Application has a block of Argo CD's own: what a plugin block says instead. */
const rewritten: Readonly<Record<string, object>> = {
  "shop-chart": pluginSource({ "release-name": "shop", "values-files": ["values-production.yaml"] }),
  "grants-elsewhere": pluginSource({ renderer: "directory", recurse: "true", exclude: "notes/*" }),
};

const names = (await readdir(examples, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

let repository: string;

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), "grantwave-examples-"));
  await cp(examples, join(repository, "examples"), { recursive: true });
  await makePlatform(join(repository, "examples/platform"));
  // A laptop has a clone, and Argo CD does not send what makes it one.
  await mkdir(join(repository, ".git"));
});
afterAll(() => rm(repository, { recursive: true, force: true }));

/** The largest example comes through a pipe; for Argo CD it is a folder with one file. */
async function makePlatform(folder: string): Promise<void> {
  const all = execFileSync(process.execPath, [join(folder, "make.mjs")], { encoding: "utf8" });
  await mkdir(join(folder, "app"));
  await writeFile(join(folder, "app", "all.yaml"), all);
  await writeFile(
    join(folder, "application.yaml"),
    `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: platform, namespace: argocd }
spec:
  source:
    repoURL: https://git.example.com/platform/apps.git
    path: examples/platform/app
    plugin: { name: grantwave }
  destination: { server: https://kubernetes.default.svc, namespace: platform }
`,
  );
}

describe.each(names)("the example %s in the real cmp-server", (name) => {
  let server: CmpServer;
  let application: Application;
  let source: object;

  const sent = () => ({ root: repository, path: application.spec.source.path, exclude: [".git"] });
  const laptop = (command: string, ...more: readonly string[]) => {
    const folder = application.spec.source.path.split("/").at(-1) ?? "";
    return runGrantwave(
      [command, folder, "--config", "grantwave.yaml", "--application", "application.yaml", ...more],
      { cwd: join(repository, "examples", name) },
    );
  };

  beforeAll(async () => {
    const folder = join(repository, "examples", name);
    application = parse(await readFile(join(folder, "application.yaml"), "utf8"));
    source = rewritten[name] ?? { plugin: application.spec.source.plugin };
    server = await startCmpServer({ configuration: await readFile(join(folder, "grantwave.yaml"), "utf8") });
  });
  afterAll(() => server?.stop());

  it("prints byte for byte what generate prints on a laptop, as the repo-server calls it", async () => {
    const answer = await likeRepoServer(server, {
      ...sent(),
      name: application.metadata.name,
      namespace: application.spec.destination.namespace,
      source: { repoURL: application.spec.source.repoURL, ...source },
    });
    expect(answer).toMatchObject({ code: "OK", error: "", value: { sourceType: "Plugin" } });
    const { exit, stdout } = await laptop("generate");
    expect(exit).toBe(0);
    expect((await server.outputs()).at(-1)).toBe(stdout);

    const expected = (await splitAsArgoCd(stdout)).value?.manifests ?? [];
    expect(expected.length).toBeGreaterThan(0);
    // The repo-server adds its tracking annotation to each object, and nothing else.
    expect(answer.value?.manifests.map(withoutTracking)).toEqual(expected.map(withoutTracking));
  });

  it("prints what the plan's edits make of the bare render, and its own documents after that", async () => {
    const plan = JSON.parse((await laptop("plan", "-o", "json")).stdout) as {
      readonly edits: readonly Edit[];
    };
    const bare = (await laptop("generate", "--mode", "off")).stdout;
    const output = (await server.outputs()).at(-1) ?? "";
    const edited = applyEdits(bare, plan.edits);
    expect(output.slice(0, edited.length)).toBe(edited);
    const own = output
      .slice(edited.length)
      .split(/^---\n/m)
      .filter((text) => text.trim() !== "");
    for (const text of own) {
      expect(parse(text).metadata.labels).toHaveProperty(["grantwave.dev/barrier"], "true");
    }
  });

  it("needs no discovery, as a plugin that is named", async () => {
    expect((await check(server)).value).not.toHaveProperty("isDiscoveryConfigured", true);
    expect((await match(server, sent())).value).toEqual({ isSupported: false, isDiscoveryEnabled: false });
  });

  it("gives the cmp-server the objects that its own splitter finds in that", async () => {
    const { repoURL, path } = application.spec.source;
    const { plugin } = source as { readonly plugin: { readonly parameters?: readonly object[] } };
    const answer = await generate(server, {
      ...sent(),
      env: {
        ARGOCD_APP_NAME: application.metadata.name,
        ARGOCD_APP_NAMESPACE: application.spec.destination.namespace,
        ARGOCD_APP_SOURCE_PATH: path,
        ARGOCD_APP_SOURCE_REPO_URL: repoURL,
        ARGOCD_APP_PARAMETERS: JSON.stringify(plugin.parameters ?? []),
      },
    });
    const { stdout } = await laptop("generate");
    expect(answer.value).toEqual((await splitAsArgoCd(stdout)).value);
  });
});

interface Edit {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The plan counts bytes of the render. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { inserted, offset, removed } of [...edits].sort((a, b) => a.offset - b.offset)) {
    const end = offset + Buffer.byteLength(removed);
    expect(bytes.subarray(offset, end).toString()).toBe(removed);
    parts.push(bytes.subarray(at, offset), Buffer.from(inserted));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]).toString();
}

function withoutTracking(manifest: string): unknown {
  const object = JSON.parse(manifest) as { metadata: { annotations?: Record<string, string> } };
  const { "argocd.argoproj.io/tracking-id": _tracking, ...annotations } = object.metadata.annotations ?? {};
  return { ...object, metadata: { ...object.metadata, annotations } };
}
