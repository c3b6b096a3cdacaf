import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer } from "./cmp-client.ts";
import { type CmpServer, startCmpServer } from "./cmp-server.ts";
import { leftovers, nothingLeft } from "./leftovers.ts";
import { chart, pluginSource } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

/** Lies on the sidecar, readable, outside of what Argo CD sends. */
const secret = "the-operators-own-configuration";

let server: CmpServer;
beforeAll(async () => {
  server = await startCmpServer({
    configuration: `# ${secret}\napiVersion: grantwave.dev/v1alpha1\nkind: Config\n`,
  });
});
afterAll(() => server?.stop());

interface Attempt {
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly source?: (outside: string) => object;
  readonly says: string;
}

/** The sidecar's configuration, and the way to it from the application's folder. */
const configuration = () => join(server.folder, "config", "grantwave.yaml");
const upwards = "../../../../../config/grantwave.yaml";

const attempts: Readonly<Record<string, Attempt>> = {
  "a values file that climbs out": {
    source: () => pluginSource({ "values-files": [upwards] }),
    says: `the values file ${upwards} lies outside of the repository root`,
  },
  "a values file with an absolute address": {
    source: (outside) => pluginSource({ "values-files": [`file://${outside}`] }),
    says: "has the scheme file; only http and https can be fetched",
  },
  "a single value from a file that climbs out": {
    source: () => pluginSource({ "set-file": { word: upwards } }),
    says: `the file of set-file ${upwards} lies outside of the repository root`,
  },
  "a second file behind a comma": {
    source: (outside) => pluginSource({ "values-files": [`values.yaml,${outside}`] }),
    says: "is not there",
  },
  "a second assignment in the name of a single value": {
    source: (outside) => pluginSource({ "set-file": { [`a=values.yaml,word=${outside}#`]: "values.yaml" } }),
    says: 'set-file cannot set "a"',
  },
  "a local chart that climbs out": {
    files: {
      "apps/shop/Chart.yaml": `apiVersion: v2
name: shop
version: 0.1.0
dependencies: [{ name: other, version: 0.1.0, repository: "file://../../../../other" }]
`,
    },
    says: "the chart at file://../../../../other lies outside of the repository root",
  },
  "a kustomization with a folder that climbs out": {
    files: { "apps/shop/kustomization.yaml": "resources: [../../../../../config]\n" },
    says: 'apps/shop/kustomization.yaml names "../../../../../config", which lies outside of the repository',
  },
  "a kustomization with a folder outside that is not there": {
    files: { "apps/shop/kustomization.yaml": "resources: [../../../nowhere]\n" },
    says: 'apps/shop/kustomization.yaml names "../../../nowhere", which lies outside of the repository',
  },
  "a kustomization with a file that climbs out": {
    files: { "apps/shop/kustomization.yaml": `resources: [${upwards}]\n` },
    says: `apps/shop/kustomization.yaml names "${upwards}", which lies outside of the repository`,
  },
  "a generator of a kustomization with a file that climbs out": {
    files: {
      "apps/shop/kustomization.yaml": `configMapGenerator: [{ name: a, files: [${upwards}] }]\n`,
    },
    says: "security",
  },
  "a base of a base that climbs out": {
    files: {
      "apps/shop/kustomization.yaml": "resources: [../base]\n",
      "apps/base/kustomization.yaml": "components: [../../../../../config]\n",
    },
    says: 'apps/base/kustomization.yaml names "../../../../../config", which lies outside of the repository',
  },
  "a component of the Application that climbs out": {
    files: { "apps/shop/kustomization.yaml": "resources: []\n" },
    source: () => pluginSource({ components: ["../../../../../config"] }),
    says: "outside of the repository",
  },
  "a patch of the Application in a file that climbs out": {
    files: {
      "apps/shop/kustomization.yaml": "resources: [one.yaml]\n",
      "apps/shop/one.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n",
    },
    source: () => pluginSource({ patches: `- path: ${upwards}\n  target: { kind: ConfigMap }\n` }),
    says: "failed exit status",
  },
  "an include pattern that climbs out": {
    path: "plain",
    files: { "plain/one.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n" },
    source: () => pluginSource({ renderer: "directory", recurse: "true", include: "../**" }),
    says: "nothing-rendered",
  },
};

describe("what leaves the repository is refused by name", () => {
  it.each(Object.entries(attempts))("%s", async (_name, attempt) => {
    const root = await folderWith({ ...chart, ...attempt.files });
    const answer = await likeRepoServer(server, {
      root,
      path: attempt.path ?? "apps/shop",
      source: attempt.source?.(configuration()) ?? pluginSource(),
    });
    expect(answer.code).not.toBe("OK");
    expect(answer.error).toContain(attempt.says);
    expect(answer.error).not.toContain(secret);
    expect(await leftovers(server)).toEqual(nothingLeft);
  });

  it.each([
    ["a link to a file", "apps/shop/templates/stolen.yaml", () => configuration()],
    ["a link to a folder", "apps/shop/charts", () => dirname(configuration())],
    ["a relative link", "apps/shop/templates/stolen.yaml", () => `../${upwards}`],
  ])("%s, which Argo CD's transfer may keep", async (_name, link, target) => {
    const root = await folderWith(chart);
    await mkdir(dirname(join(root, link)), { recursive: true });
    await symlink(target(), join(root, link));
    const { code, error } = await likeRepoServer(server, { root, path: "apps/shop" });
    expect(code).not.toBe("OK");
    expect(error).not.toContain(secret);
  });
});

/** Prints what it was given as a ConfigMap, in the place of helm. */
const tellsAll = `#!/usr/bin/env node
const data = { environment: JSON.stringify(process.env), arguments: JSON.stringify(process.argv.slice(2)) };
console.log(JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "told" }, data }));
`;

describe("the environment of a renderer", () => {
  it("is an allow-list, whatever the sidecar and the Application set", async () => {
    const settings = {
      HELM_PLUGINS: "/evil",
      HELM_DRIVER: "sql",
      HELM_NAMESPACE: "evil",
      HELM_KUBECONTEXT: "evil",
      HELM_BIN: "/evil",
      KUBECONFIG: "/evil",
      KUSTOMIZE_PLUGIN_HOME: "/evil",
      KUSTOMIZE_ENABLE_ALPHA_COMMANDS: "true",
      LD_PRELOAD: "",
      NODE_OPTIONS: "--no-warnings",
      PYTHONPATH: "/evil",
      AWS_SECRET_ACCESS_KEY: "evil",
    };
    const own = await serverForTest({ programs: { helm: tellsAll }, env: settings });
    const answer = await likeRepoServer(own, {
      root: await folderWith(chart),
      path: "apps/shop",
      source: pluginSource({ "set-string": { word: "a" } }),
    });
    expect(answer.error).toBe("");
    const told = JSON.parse(answer.value?.manifests[0] ?? "").data;
    expect(Object.keys(JSON.parse(told.environment)).sort()).toEqual([
      "GIT_ALLOW_PROTOCOL",
      "GIT_TERMINAL_PROMPT",
      "HELM_CACHE_HOME",
      "HELM_CONFIG_HOME",
      "HELM_DATA_HOME",
      "HOME",
      "PATH",
      "TMPDIR",
      "XDG_CACHE_HOME",
      "XDG_CONFIG_HOME",
      "XDG_DATA_HOME",
    ]);
    expect(told.environment).not.toContain("evil");
  });

  it("does not reach what is rendered through variables that the Application names", async () => {
    const own = await serverForTest({ env: { AWS_SECRET_ACCESS_KEY: "evil", GRANTWAVE_LOG: "error" } });
    const word = `$AWS_SECRET_ACCESS_KEY \${AWS_SECRET_ACCESS_KEY} $ARGOCD_APP_NAME`;
    const root = await folderWith({
      ...chart,
      "apps/web/kustomization.yaml": "resources: [one.yaml]\n",
      "apps/web/one.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n",
    });
    const answers = [
      await likeRepoServer(own, {
        root,
        path: "apps/shop",
        source: pluginSource({ "expand-variables": "true", "set-string": { word } }),
      }),
      await likeRepoServer(own, {
        root,
        path: "apps/web",
        source: pluginSource({ "common-annotations-envsubst": "true", "common-annotations": { word } }),
      }),
    ];
    expect(answers.map(({ error }) => error)).toEqual(["", ""]);
    const texts = answers.map(({ value }) => value?.manifests.join("") ?? "");
    for (const text of texts) {
      expect(text).toContain("demo");
      expect(text).not.toContain("evil");
    }
  });

  it("leads to no program of the repository, whatever PATH says", async () => {
    const own = await serverForTest({ env: { GRANTWAVE_HELM: "helm" } });
    const root = await folderWith(chart);
    await writeFile(join(root, "apps/shop/helm"), tellsAll, { mode: 0o755 });
    const answer = await likeRepoServer(own, { root, path: "apps/shop" });
    expect(answer.error).toBe("");
    expect(JSON.parse(answer.value?.manifests[0] ?? "").metadata.name).toBe("demo-word");
  });
});

describe("programs that a repository brings", () => {
  it.each([
    [
      "an exec plugin of a kustomization",
      {
        "apps/shop/kustomization.yaml": "generators: [exec.yaml]\n",
        "apps/shop/exec.yaml": `apiVersion: example.com/v1
kind: Exec
metadata:
  name: exec
  annotations: { config.kubernetes.io/function: "exec: { path: ./run.sh }" }
`,
        "apps/shop/run.sh": "#!/bin/sh\ntouch pwned\n",
      },
    ],
    [
      "a helm chart of a kustomization",
      {
        "apps/shop/kustomization.yaml":
          "helmCharts: [{ name: word, repo: 'https://charts.example.invalid' }]\n",
      },
    ],
  ])("are not run: %s", async (_name, files) => {
    const { code, error } = await likeRepoServer(server, {
      root: await folderWith({ ...chart, ...files }),
      path: "apps/shop",
    });
    expect(code).not.toBe("OK");
    expect(error).toContain("`kubectl kustomize` failed");
    expect(await leftovers(server)).toEqual(nothingLeft);
  });
});
