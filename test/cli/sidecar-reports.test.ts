import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, temporaryFolder } from "../render/rendering.ts";
import { runGrantwave } from "../run-grantwave.ts";

/** What people reported of plugins, run as Argo CD runs one; test/plugin puts the same to the real server. */

const chart = {
  "apps/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
  "apps/shop/values.yaml": "word: default\n",
  "apps/shop/templates/word.yaml":
    "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: word }\ndata: { word: {{ .Values.word | quote }} }\n",
};

async function generateShop(
  env: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = chart,
) {
  const cwd = join(await folderWith(files), "apps/shop");
  const argo = {
    ARGOCD_APP_NAME: "shop",
    ARGOCD_APP_NAMESPACE: "shop",
    ARGOCD_APP_SOURCE_PATH: "apps/shop",
  };
  return { cwd, ...(await runGrantwave(["generate"], { cwd, env: { ...argo, ...env } })) };
}

describe("C07: other sources of the Application", () => {
  it("have no values files for a plugin, which says so instead of taking the name for a path", async () => {
    const parameters = [{ name: "values-files", array: ["$values/dev.yaml"] }];
    const { exit, stderr, stdout } = await generateShop({
      ARGOCD_APP_PARAMETERS: JSON.stringify(parameters),
    });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toBe(
      "grantwave: application shop: the values file $values/dev.yaml names another source: ref sources are not available to plugins (copy the file into this source, or give its content as values)\n",
    );
  });

  it("may hold the grants: they are external then, never missing, and a barrier asks for them", async () => {
    const workload = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      serviceAccountName: web
      containers: [{ name: web, image: ghcr.io/example/web:1 }]
      volumes:
        - name: certificate
          projected:
            sources:
              - podCertificate: { signerName: example.com/workload, keyType: ED25519, credentialBundlePath: bundle.pem }
`;
    const signer = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: workload-certificates
    preset: pod-cert-signer
    signerName: example.com/workload
    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }
    workload: { kind: Deployment, namespace: cert-signer, name: pod-cert-signer }
`;
    const cwd = await folderWith({ "grantwave.yaml": signer, "app/web.yaml": workload });
    const args = [
      "plan",
      "app",
      "--config",
      "grantwave.yaml",
      "--name",
      "web",
      "--namespace",
      "shop",
      "-o",
      "json",
    ];
    const { exit, stdout } = await runGrantwave(args, { cwd });
    const plan = JSON.parse(stdout);
    expect(exit).toBe(0);
    expect(plan.requesters.map(({ status }: { status: string }) => status)).toEqual(["external"]);
    expect(plan.barriers).toHaveLength(1);
  });
});

describe("C08: variables of the Application", () => {
  const word = 'a=b,c="d e" $(touch pwned) `touch pwned` $HOME\nsecond line';

  it("are read under Argo CD's prefix alone, kept whole, and seen by no shell", async () => {
    const { cwd, exit, stdout } = await generateShop({
      ARGOCD_ENV_GRANTWAVE_VALUES: JSON.stringify({ word }),
      GRANTWAVE_VALUES: "word: evil",
      HELM_ARGS: "--set word=evil",
    });
    expect(exit).toBe(0);
    expect(stdout).toContain(`data: { word: ${JSON.stringify(word)} }`);
    expect((await readdir(cwd)).sort()).toEqual(["Chart.yaml", "templates", "values.yaml"]);
  });

  it("are refused where they are not known, such as another plugin's", async () => {
    const { exit, stderr } = await generateShop({ ARGOCD_ENV_GRANTWAVE_HELM_ARGS: "--set a=b" });
    expect(exit).toBe(2);
    expect(stderr).toContain('"GRANTWAVE_HELM_ARGS" in env of the plugin source is not known');
  });
});

describe("C11: a container without a home", () => {
  it("is enough for a chart with a dependency: only TMPDIR is written to, and left empty", async () => {
    const TMPDIR = await temporaryFolder();
    const umbrella = {
      ...chart,
      "apps/common/Chart.yaml": "apiVersion: v2\nname: common\nversion: 0.1.0\n",
      "apps/common/templates/own.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: common }\n",
      "apps/shop/Chart.yaml": `${chart["apps/shop/Chart.yaml"]}dependencies:
  - { name: common, version: 0.1.0, repository: "file://../common" }
`,
    };
    const nowhere = join(TMPDIR, "home");
    await mkdir(nowhere);
    const { cwd, exit, stderr, stdout } = await generateShop({ TMPDIR, HOME: nowhere }, umbrella);
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    expect(stdout).toContain("name: common");
    expect(await readdir(nowhere)).toEqual([]);
    expect(await readdir(TMPDIR)).toEqual(["home"]);
    expect((await readdir(cwd)).sort()).toEqual(["Chart.yaml", "templates", "values.yaml"]);
  });
});
