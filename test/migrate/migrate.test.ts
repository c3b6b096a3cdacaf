import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkout } from "../cli/repository.ts";
import { runGrantwave } from "../run-grantwave.ts";

let folder: string;

beforeEach(() => {
  folder = checkout();
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return path;
}

function application(source: string, name = "web"): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  destination: { namespace: web }
  source:
    repoURL: https://git.example.com/apps.git
    targetRevision: main
${source}`;
}

const kustomized = application(`    path: apps/web
    kustomize:
      namePrefix: eu-
      images: ["front:$ARGOCD_APP_REVISION_SHORT"]
      commonLabels: { of: "$ARGOCD_APP_NAME" }
      labelWithoutSelector: true
      patches:
        - target: { kind: Deployment }
          patch: |
            - { op: add, path: /metadata/annotations, value: { a: b } }
`);

describe("grantwave migrate", () => {
  it("prints the new file, and says on stderr that it renders the same", async () => {
    const file = write("argocd/eu.yaml", kustomized);
    const { exit, stdout, stderr } = await runGrantwave(["migrate", file], { cwd: folder });
    expect(stderr).toMatch(
      /^grantwave: argocd\/eu\.yaml: Application web, spec\.source: kustomize → plugin grantwave; renders the same \(\d+ bytes\)\n$/,
    );
    expect(exit).toBe(0);
    expect(stdout).toContain('- name: expand-variables\n          string: "true"');
    expect(readFileSync(join(folder, file), "utf8")).toBe(kustomized);
  });

  it("gives an Application of which plan shows what it showed before", async () => {
    const file = write("argocd/eu.yaml", kustomized);
    const env = { ARGOCD_APP_REVISION_SHORT: "0a1b2c3" };
    const before = await runGrantwave(["plan", "--application", file, "-o", "json"], { cwd: folder, env });
    const migrated = await runGrantwave(["migrate", file, "--write"], { cwd: folder });
    expect({ exit: migrated.exit, stdout: migrated.stdout }).toEqual({ exit: 0, stdout: "" });
    expect(readFileSync(join(folder, file), "utf8")).toContain("plugin:\n      name: grantwave\n");
    const after = await runGrantwave(["plan", "--application", file, "-o", "json"], { cwd: folder, env });
    expect(before.exit).toBe(0);
    expect(after).toEqual(before);
  });

  it("with --check ends with 1 until there is nothing to rewrite", async () => {
    const check = ["migrate", "argocd/shop.yaml", "--check"];
    const before = await runGrantwave(check, { cwd: folder });
    expect({ exit: before.exit, stdout: before.stdout }).toEqual({ exit: 1, stdout: "" });
    await runGrantwave(["migrate", "argocd/shop.yaml", "--write"], { cwd: folder });
    expect(await runGrantwave(check, { cwd: folder })).toEqual({
      exit: 0,
      stdout: "",
      stderr: "grantwave: argocd/shop.yaml: Application shop, spec.source: nothing to rewrite\n",
    });
  });

  it("reads standard input, and cannot compare without a checkout", async () => {
    const { exit, stderr, stdout } = await runGrantwave(["migrate", "-", "--plugin", "waves"], {
      cwd: folder,
      stdin: kustomized,
    });
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr:
        "grantwave: standard input: Application web, spec.source: kustomize → plugin waves; not compared: there is no checkout: name its root with --root\n",
    });
    expect(stdout).toContain("      name: waves\n");
    const compared = await runGrantwave(["migrate", "-", "--root", "."], { cwd: folder, stdin: kustomized });
    expect(compared.stderr).toContain("renders the same");
  });

  it.each([
    ["a folder that is not there", "    path: apps/none\n    helm: {}\n", "there is no folder apps/none in"],
    ["a chart repository", "    chart: web\n    helm: {}\n", "a checkout does not hold its chart"],
    [
      "a source that does not render",
      "    path: apps/shop\n    helm: { values: '[' }\n",
      "it does not render as it is: `helm template` failed",
    ],
  ])("rewrites %s and says why it was not compared", async (_case, source, why) => {
    const file = write("argocd/other.yaml", application(source));
    const { exit, stderr, stdout } = await runGrantwave(["migrate", file], { cwd: folder });
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining("plugin:") });
    expect(stderr).toContain(`not compared: ${why}`);
  });

  it("takes a chart that makes up a password for the same", async () => {
    write("apps/random/Chart.yaml", "apiVersion: v2\nname: random\nversion: 1.0.0\n");
    write(
      "apps/random/templates/secret.yaml",
      "apiVersion: v1\nkind: Secret\nmetadata: { name: made }\nstringData: { password: {{ randAlphaNum 20 }} }\n",
    );
    const file = write("argocd/random.yaml", application("    path: apps/random\n    helm: {}\n"));
    const { exit, stderr } = await runGrantwave(["migrate", file, "--check"], { cwd: folder });
    expect(exit).toBe(1);
    expect(stderr).toContain("renders the same but for Secret/made, which differs each time it is rendered");
  });

  it("refuses what cannot be carried over, and changes nothing", async () => {
    const text = application("    path: apps/shop\n    helm:\n      passCredentials: true\n");
    const file = write("argocd/shop.yaml", text);
    const { exit, stderr, stdout } = await runGrantwave(["migrate", file, "--write"], { cwd: folder });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toBe(
      "grantwave: argocd/shop.yaml:12: spec.source.helm.passCredentials cannot be carried over: plugins get no credentials of chart repositories (commit the charts it depends on to charts/ and take it out)\n",
    );
    expect(readFileSync(join(folder, file), "utf8")).toBe(text);
  });

  it("refuses a folder whose .argocd-source.yaml would bring the old block back", async () => {
    write("apps/web/.argocd-source-web.yaml", "kustomize: { images: [web:2] }\n");
    const file = write("argocd/eu.yaml", kustomized);
    const { exit, stderr } = await runGrantwave(["migrate", file], { cwd: folder });
    expect(exit).toBe(2);
    expect(stderr).toContain("apps/web/.argocd-source-web.yaml has a block of its own");
  });

  it("does not look into an .argocd-source.yaml that has no end", async () => {
    symlinkSync("/dev/zero", join(folder, "apps/web/.argocd-source.yaml"));
    const file = write("argocd/eu.yaml", kustomized);
    const { exit, stderr } = await runGrantwave(["migrate", file], { cwd: folder });
    expect(exit).toBe(2);
    expect(stderr).toContain("apps/web/.argocd-source.yaml has a block of its own, or cannot be looked into");
  });

  it("is not told to write and not to write at once", async () => {
    const both = await runGrantwave(["migrate", "argocd/shop.yaml", "--write", "--check"], { cwd: folder });
    expect({ exit: both.exit, stderr: both.stderr }).toEqual({
      exit: 2,
      stderr: "grantwave: --write cannot be given with --check (leave one of them out)\n",
    });
  });
});

describe("grantwave parameters", () => {
  async function announced(path: string, env: Readonly<Record<string, string>> = {}) {
    const { exit, stdout, stderr } = await runGrantwave(["parameters"], {
      cwd: join(folder, path),
      env: { ARGOCD_APP_NAME: "shop", ...env },
    });
    expect(exit).toBe(0);
    const list: readonly { readonly name: string }[] = JSON.parse(stdout);
    const values = list.map(({ name, ...rest }) => {
      const { title, tooltip, itemType, collectionType, ...value } = rest as Record<string, unknown>;
      return [name, ...Object.values(value)];
    });
    return { list, values: Object.fromEntries(values.map(([name, value]) => [name, value])), stderr };
  }

  it("announces a chart's values, text apart from what is none, under what the Application sets", async () => {
    write(
      "apps/shop/values.yaml",
      'image: { tag: "1.10", pull: true }\nports: [80, 81]\n"a.b": x\nempty: {}\n',
    );
    write("apps/shop/values-eu.yaml", "ports: [8080]\n");
    const { values, list, stderr } = await announced("apps/shop", {
      ARGOCD_APP_PARAMETERS: JSON.stringify([
        { name: "values-files", array: ["values-eu.yaml"] },
        { name: "set", map: { "image.pull": "false" } },
      ]),
    });
    expect({ values, stderr }).toEqual({
      stderr: "",
      values: {
        renderer: "helm",
        "release-name": undefined,
        "values-files": ["values-eu.yaml"],
        values: undefined,
        set: { "image.pull": "false", "ports[0]": "8080" },
        "set-string": { "image.tag": "1.10", "a\\.b": "x" },
      },
    });
    expect(list[2]).toEqual({
      name: "values-files",
      title: "values-files",
      tooltip: "helm: values files, relative to the chart, the last one wins",
      collectionType: "array",
      array: ["values-eu.yaml"],
    });
  });

  it("announces what a kustomization says and the images that it builds", async () => {
    write(
      "apps/small/kustomization.yaml",
      "namePrefix: eu-\nnamespace: eu\nresources: [web.yaml]\nreplicas: [{ name: web, count: 2 }]\n",
    );
    write(
      "apps/small/web.yaml",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: a, image: 'host:5000/a' }, { name: b, image: 'b:1' }] } } }\n",
    );
    expect(await announced("apps/small")).toMatchObject({
      stderr: "",
      values: {
        renderer: "kustomize",
        "name-prefix": "eu-",
        "kustomize-namespace": "eu",
        images: ["b:1"],
        replicas: { web: "2" },
      },
    });
  });

  it("announces what is read of a folder", async () => {
    expect((await announced("argocd")).values).toEqual({
      renderer: "directory",
      recurse: "false",
      include: undefined,
      exclude: undefined,
      "any-extension": "false",
    });
  });

  it("never fails: it says on stderr what it could not find out", async () => {
    write("apps/broken/kustomization.yaml", "resources: [none.yaml]\n");
    const broken = await announced("apps/broken");
    expect(broken.values).toMatchObject({ renderer: "kustomize", images: undefined });
    expect(broken.stderr).toContain("grantwave: not announced: `");
    const unknown = { ARGOCD_APP_PARAMETERS: JSON.stringify([{ name: "no-such", string: "x" }]) };
    const wrong = await announced("apps/shop", unknown);
    expect(wrong.list).toEqual([]);
    expect(wrong.stderr).toContain('parameter "no-such" of the plugin source is not known');
  });
});
