import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OutputStream } from "../../src/commands/context.ts";
import { gatherRequest } from "../../src/commands/run-request.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { UsageError } from "../../src/errors.ts";
import type { ParameterName } from "../../src/parameters.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "grantwave-request-"));
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "apps/web"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

interface Call {
  readonly folder?: string;
  readonly flags?: Partial<Record<ParameterName, readonly string[]>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const nowhere: OutputStream = {
  write: () => Promise.resolve(),
  isTerminal: false,
  columns: undefined,
  colour: false,
};

function gather(
  { folder, flags = {}, env = {}, cwd = root }: Call,
  {
    now = () => 0,
    timeoutSeconds,
    guessesNamespace = true,
  }: {
    readonly now?: () => number;
    readonly timeoutSeconds?: number | undefined;
    readonly guessesNamespace?: boolean;
  } = {},
) {
  const invocation = {
    folder,
    flags: new Map(Object.entries(flags) as [ParameterName, readonly string[]][]),
    onApplication: () => {},
    context: {
      env,
      cwd,
      stdin: (async function* () {})(),
      stdinIsTerminal: false,
      stdout: nowhere,
      stderr: nowhere,
      now,
      signal: new AbortController().signal,
    },
  };
  return gatherRequest(invocation, {
    toolVersion: false,
    guessesNamespace,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
}

function application(spec: string, metadata = "name: web"): string {
  writeFileSync(
    join(root, "application.yaml"),
    `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { ${metadata} }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: shop }
${spec.replaceAll(/^/gm, "  ")}
`,
  );
  return "application.yaml";
}

const repoURL = "repoURL: https://git.example.com/apps.git";

describe("what is known of an application", () => {
  it("comes from Argo CD in the sidecar", async () => {
    const request = await gather({
      cwd: join(root, "apps/web"),
      env: {
        ARGOCD_APP_NAME: "web",
        ARGOCD_APP_NAMESPACE: "shop",
        ARGOCD_APP_SOURCE_PATH: "apps/web",
        ARGOCD_APP_SOURCE_REPO_URL: "https://git.example.com/apps.git",
        KUBE_VERSION: "1.37.2",
        KUBE_API_VERSIONS: "v1,apps/v1",
      },
    });
    expect(request.application).toEqual({
      name: "web",
      namespace: "shop",
      cluster: "https://kubernetes.default.svc",
      source: { repoURL: "https://git.example.com/apps", path: "apps/web", name: "" },
      alikeSources: [],
      guessed: [],
    });
    expect(request.render).toMatchObject({
      folder: join(root, "apps/web"),
      root,
      name: "web",
      namespace: "shop",
      kubeVersion: "1.37.2",
      apiVersions: ["v1", "apps/v1"],
    });
  });

  it("is guessed on a laptop that is told nothing, and said to be", async () => {
    expect((await gather({ folder: "apps/web" })).application).toEqual({
      name: "web",
      namespace: "default",
      cluster: "https://kubernetes.default.svc",
      source: { repoURL: "", path: "apps/web", name: "" },
      alikeSources: [],
      guessed: ["name", "namespace"],
    });
  });

  it("has no namespace where a command must not guess and nobody gave one, an empty one included", async () => {
    const call = { folder: "apps/web", flags: { namespace: [""] }, env: { ARGOCD_APP_NAMESPACE: "" } };
    const { application } = await gather(call, { guessesNamespace: false });
    expect(application).toMatchObject({ namespace: "", guessed: ["name"] });
  });

  it("comes from an Application file that is named, unless flags or Argo CD say otherwise", async () => {
    const file = application(`source: { ${repoURL}, path: apps/web }`);
    const call = { folder: "apps/web", flags: { application: [file] } };
    expect((await gather(call)).application).toEqual({
      name: "web",
      namespace: "shop",
      cluster: "https://kubernetes.default.svc",
      source: { repoURL: "https://git.example.com/apps", path: "apps/web", name: "" },
      alikeSources: [1],
      sourceCount: 1,
      guessed: [],
    });
    expect((await gather({ ...call, env: { ARGOCD_APP_NAMESPACE: "other" } })).application.namespace).toBe(
      "other",
    );
    const flagged = await gather({ ...call, flags: { application: [file], name: ["mine"] } });
    expect(flagged.application.name).toBe("mine");
  });

  it("has the name that Argo CD gives to Applications outside of its own namespace", async () => {
    const file = application(`source: { ${repoURL}, path: apps/web }`, "name: web, namespace: team-a");
    const { application: facts } = await gather({ folder: "apps/web", flags: { application: [file] } });
    expect(facts.name).toBe("team-a_web");
  });
});

describe("an Application file", () => {
  it("names the folder where none is given", async () => {
    const file = application(`source: { ${repoURL}, path: apps/web }`);
    const request = await gather({ flags: { application: [file] } });
    expect(request.render.folder).toBe(join(root, "apps/web"));
    expect(request.application.source.path).toBe("apps/web");
  });

  it("gives the run of a helm block what Argo CD's own helm would get", async () => {
    const file = application(`source:
  ${repoURL}
  path: apps/web
  helm:
    releaseName: shop
    valueFiles: [values.yaml, "values,production.yaml"]
    valuesObject: { image: { tag: "1.0" } }
    parameters:
      - { name: replicas, value: "3" }
      - { name: revision, value: "007", forceString: true }
    fileParameters: [{ name: motd, path: motd.txt }]
    skipCrds: true
    kubeVersion: "1.36"
    apiVersions: [monitoring.coreos.com/v1]`);
    const { render } = await gather({
      folder: "apps/web",
      flags: { application: [file] },
      env: { KUBE_VERSION: "1.37" },
    });
    expect(render).toMatchObject({
      renderer: "helm",
      kubeVersion: "1.36",
      apiVersions: ["monitoring.coreos.com/v1"],
      helm: {
        releaseName: "shop",
        valuesFiles: ["values.yaml", "values,production.yaml"],
        values: '{"image":{"tag":"1.0"}}',
        set: { replicas: "3" },
        setString: { revision: "007" },
        setFile: { motd: "motd.txt" },
        skipCrds: true,
      },
    });
  });

  it("gives a plugin its parameters and its environment, exactly as in the sidecar", async () => {
    const file = application(`source:
  ${repoURL}
  path: apps/web
  plugin:
    name: grantwave
    env: [{ name: GRANTWAVE_RECURSE, value: "true" }]
    parameters:
      - { name: values-files, array: [a.yaml] }
      - { name: set, map: { image.tag: "1" } }
      - { name: mode, string: warn }`);
    const laptop = await gather({ folder: "apps/web", flags: { application: [file] } });
    const sidecar = await gather({
      folder: "apps/web",
      env: {
        ARGOCD_APP_NAME: "web",
        ARGOCD_APP_NAMESPACE: "shop",
        ARGOCD_APP_SOURCE_PATH: "apps/web",
        ARGOCD_APP_SOURCE_REPO_URL: "https://git.example.com/apps.git",
        ARGOCD_ENV_GRANTWAVE_RECURSE: "true",
        ARGOCD_APP_PARAMETERS:
          '[{"name":"values-files","array":["a.yaml"]},{"name":"set","map":{"image.tag":"1"}},{"name":"mode","string":"warn"}]',
      },
    });
    expect(laptop.mode).toBe("warn");
    expect(laptop.render.directory.recurse).toBe(true);
    expect(laptop.application).toEqual({ ...sidecar.application, alikeSources: [1], sourceCount: 1 });
    const others = {
      parameters: undefined,
      tools: undefined,
      debug: undefined,
      application: undefined,
      deadline: undefined,
    };
    expect({ ...laptop, ...others }).toEqual({ ...sidecar, ...others });
  });

  it("switches the mode by annotation", async () => {
    const file = application(
      `source: { ${repoURL}, path: apps/web }`,
      'name: web, annotations: { grantwave.dev/mode: "off" }',
    );
    expect((await gather({ folder: "apps/web", flags: { application: [file] } })).mode).toBe("off");
  });

  it.each([
    ["is not there", "missing.yaml", 'the Application file "missing.yaml" cannot be read'],
    ["holds none", "other.yaml", "other.yaml holds no Argo CD Application"],
  ])("is refused when it %s", async (_case, file, message) => {
    writeFileSync(
      join(root, "other.yaml"),
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b }\n",
    );
    await expect(gather({ folder: "apps/web", flags: { application: [file] } })).rejects.toThrow(message);
  });

  it("is refused when nobody can tell which of its sources is meant", async () => {
    const file = application(`sources:
  - { ${repoURL}, path: apps/api }
  - { ${repoURL}, path: apps/web }`);
    await expect(gather({ flags: { application: [file] } })).rejects.toThrow(
      "Application web in application.yaml has several sources (apps/api, apps/web)",
    );
    const request = await gather({ folder: "apps/web", flags: { application: [file] } });
    expect(request.render.folder).toBe(join(root, "apps/web"));
  });

  it("has the settings of its kustomize block carried out", async () => {
    const file = application(`source:
  ${repoURL}
  path: apps/web
  targetRevision: main
  kustomize:
    namePrefix: x-
    images: ["web:$ARGOCD_APP_SOURCE_TARGET_REVISION"]
    commonAnnotations: { cost: $5 }
    replicas: [{ name: web, count: 3 }]
    patches: [{ path: more.yaml }]`);
    const { render } = await gather({ folder: "apps/web", flags: { application: [file] } });
    expect(render).toMatchObject({
      renderer: "kustomize",
      kustomize: {
        namePrefix: "x-",
        images: ["web:main"],
        commonAnnotations: { cost: "$5" },
        replicas: { web: "3" },
        patches: '[{"path":"more.yaml","patch":"","options":{}}]',
      },
    });
  });

  it.each([
    [
      "kustomize: { version: v5.0.0 }",
      "kustomize.version of Application web cannot be carried out: the plugin",
    ],
    [
      "helm: { passCredentials: true }",
      "helm.passCredentials of Application web cannot be carried out: plugins",
    ],
    [
      "directory: { jsonnet: { libs: [vendor] } }",
      "directory.jsonnet of Application web cannot be carried out",
    ],
  ])("is refused with %s, by name", async (block, message) => {
    const file = application(`source: { ${repoURL}, path: apps/web, ${block} }`);
    await expect(gather({ folder: "apps/web", flags: { application: [file] } })).rejects.toThrow(message);
  });

  it.each([
    "kustomize: { version: '' }",
    "helm: { version: v3, passCredentials: false }",
    "directory: { jsonnet: {} }",
  ])("is not refused with %s, which changes nothing", async (block) => {
    const file = application(`source: { ${repoURL}, path: apps/web, ${block} }`);
    await expect(gather({ folder: "apps/web", flags: { application: [file] } })).resolves.toBeDefined();
  });

  it("is refused where it names a variable that only Argo CD can fill", async () => {
    const file = application(
      `source: { ${repoURL}, path: apps/web, kustomize: { images: ["web:$ARGOCD_APP_REVISION"] } }`,
    );
    const call = { folder: "apps/web", flags: { application: [file] } };
    await expect(gather(call)).rejects.toThrow("images names ARGOCD_APP_REVISION, which Argo CD sets");
    const { render } = await gather({ ...call, env: { ARGOCD_APP_REVISION: "0a1b" } });
    expect(render.kustomize.images).toEqual(["web:0a1b"]);
  });
});

describe("which source of its Application is rendered", () => {
  const webSource = { repoURL: "https://git.example.com/apps", path: "apps/web", name: "" };

  it("is what Argo CD says, though it sent only part of the repository", async () => {
    const { application: facts } = await gather({
      cwd: join(root, "apps/web"),
      env: {
        ARGOCD_APP_NAME: "web",
        ARGOCD_APP_SOURCE_PATH: "teams/shop/apps/web",
        ARGOCD_APP_SOURCE_REPO_URL: "git@git.example.com:Shop/Apps.git",
      },
    });
    expect(facts.source).toEqual({
      repoURL: "git.example.com/shop/apps",
      path: "teams/shop/apps/web",
      name: "",
    });
  });

  it("is the same on a laptop as in the sidecar, however the Application spells its path", async () => {
    for (const path of ["apps/web", "./apps/web/", "apps//web"]) {
      const file = application(`source: { ${repoURL}, path: ${path} }`);
      for (const folder of ["apps/web", undefined]) {
        const call = { flags: { application: [file] }, ...(folder === undefined ? {} : { folder }) };
        expect((await gather(call)).application.source).toEqual(webSource);
      }
      const sidecar = await gather({
        cwd: join(root, "apps/web"),
        env: { ARGOCD_APP_SOURCE_PATH: path, ARGOCD_APP_SOURCE_REPO_URL: "https://git.example.com/apps.git" },
      });
      expect(sidecar.application.source).toEqual(webSource);
    }
  });

  it("has a name where the plugin parameter source gives it one", async () => {
    const { application: facts } = await gather({
      folder: "apps/web",
      env: { ARGOCD_APP_PARAMETERS: '[{"name":"source","string":"canary"}]' },
    });
    expect(facts.source).toEqual({ repoURL: "", path: "apps/web", name: "canary" });
  });

  it("is chosen by that name where folders do not tell sources apart", async () => {
    const file = application(`sources:
  - { repoURL: "https://git.example.com/a", path: . }
  - { repoURL: "https://git.example.com/b", path: ., plugin: { parameters: [{ name: source, string: second }] } }`);
    await expect(gather({ flags: { application: [file] } })).rejects.toThrow(
      "Application web in application.yaml has several sources (., .)",
    );
    const { application: facts } = await gather({ flags: { application: [file], source: ["second"] } });
    expect(facts).toMatchObject({
      source: { repoURL: "https://git.example.com/b", path: "", name: "second" },
      alikeSources: [2],
    });
  });

  it("is told together with those that cannot be told from it", async () => {
    const file = application(`sources:
  - { ${repoURL}, path: apps/web }
  - { ${repoURL}, path: apps/api }
  - { ${repoURL}, path: ./apps/web }`);
    const { application: facts } = await gather({ folder: "apps/web", flags: { application: [file] } });
    expect(facts).toMatchObject({ source: webSource, alikeSources: [1, 3] });
  });
});

describe("what the operator sets", () => {
  it("reaches tools and limits, and no Application does", async () => {
    const request = await gather({
      folder: "apps/web",
      env: { GRANTWAVE_HELM: "/opt/helm", GRANTWAVE_MAX_OUTPUT: "1Mi", GRANTWAVE_RENDER_TIMEOUT: "30s" },
    });
    expect(request.tools.paths).toEqual({ helm: "/opt/helm", kustomize: undefined, kubectl: undefined });
    expect(request.render.limits).toMatchObject({ maxOutputBytes: 1024 * 1024, renderTimeoutSeconds: 30 });
  });

  it("is the weakest mode that an Application may choose", async () => {
    const weak = (mode: string, allowed: string) => ({
      folder: "apps/web",
      env: {
        ARGOCD_APP_PARAMETERS: JSON.stringify([{ name: "mode", string: mode }]),
        GRANTWAVE_ALLOW_MODE: allowed,
      },
    });
    await expect(gather(weak("off", "enforce"))).rejects.toThrow(
      "the Application sets mode off, but the operator allows Applications nothing weaker than enforce",
    );
    await expect(gather(weak("warn", "enforce"))).rejects.toThrow(UsageError);
    await expect(gather(weak("off", "warn"))).rejects.toThrow(UsageError);
    expect((await gather(weak("warn", "warn"))).mode).toBe("warn");
    expect((await gather(weak("enforce", "enforce"))).mode).toBe("enforce");
    expect((await gather(weak("off", ""))).mode).toBe("off");
  });

  it("is a mode of its own, which that does not bind; and annotations are the Application's word", async () => {
    const env = { GRANTWAVE_ALLOW_MODE: "enforce" };
    expect((await gather({ folder: "apps/web", env: { ...env, GRANTWAVE_MODE: "off" } })).mode).toBe("off");
    expect((await gather({ folder: "apps/web", env, flags: { mode: ["off"] } })).mode).toBe("off");
    const file = application(
      `source: { ${repoURL}, path: apps/web }`,
      'name: web, annotations: { grantwave.dev/mode: "off" }',
    );
    await expect(gather({ folder: "apps/web", env, flags: { application: [file] } })).rejects.toThrow(
      "the Application sets mode off",
    );
  });

  it("is the deadline of a run, which no renderer outlives; without it the command's own counts", async () => {
    const at = (seconds: number, call: Call, timeoutSeconds?: number) =>
      gather(call, { now: () => seconds * 1000, timeoutSeconds });
    const over = "reading the manifests was given up: the run took longer than its deadline of 10 s";
    const limited = { folder: "apps/web", env: { GRANTWAVE_RUN_TIMEOUT: "10s" } };
    expect((await at(9.9, limited)).deadline.check("reading the manifests")).toBeUndefined();
    const { deadline, render } = await at(10, limited, 57);
    expect(() => deadline.check("reading the manifests")).toThrow(over);
    expect(render.limits.renderTimeoutSeconds).toBe(10);
    const usual = await at(60, { folder: "apps/web" }, 57);
    expect(() => usual.deadline.check("writing the output")).toThrow("its deadline of 57 s");
    const unhurried = await at(600, { folder: "apps/web" });
    expect(unhurried.deadline.check("writing the output")).toBeUndefined();
    expect(unhurried.render.limits.renderTimeoutSeconds).toBe(55);
  });

  it("is the configuration of the repository only where there is no other", async () => {
    writeFileSync(
      join(root, "grantwave.yaml"),
      "apiVersion: grantwave.dev/v1alpha1\nkind: Config\nsigners:\n  - name: s\n    preset: pod-cert-signer\n    policy: { namespace: n, configMap: c, key: k }\n",
    );
    const request = await gather({ folder: "apps/web" });
    const { config, file } = await loadConfig(request.config);
    expect(file).toBe("grantwave.yaml");
    expect(config.signers.map(({ name }) => name)).toEqual(["s"]);
  });
});
