import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { Verification } from "../../src/report/verification-report.ts";
import { runBuilt } from "../cli/run-built.ts";
import { type Answer, json, startApiServer, status, type TestApiServer } from "../discover/api-server.ts";
import { argoCd, buildInstall } from "../install/build.ts";
import { readObjects } from "./recorded-cluster.ts";

let folder = "";
let server: TestApiServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "grantwave-verify-"));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true });
});

/** What the API server says about its kinds, as far as `verify` asks. */
const kinds: Readonly<Record<string, readonly [plural: string, kind: string][]>> = {
  v1: [
    ["pods", "Pod"],
    ["configmaps", "ConfigMap"],
    ["serviceaccounts", "ServiceAccount"],
  ],
  "apps/v1": [["deployments", "Deployment"]],
  "batch/v1": [["jobs", "Job"]],
  "argoproj.io/v1alpha1": [
    ["applications", "Application"],
    ["appprojects", "AppProject"],
  ],
  "coordination.k8s.io/v1": [["leases", "Lease"]],
};

/** Answers as the API server does: kinds, one object, a list by labels, and access reviews. */
function apiOf(objects: readonly JsonObject[]): Answer {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "https://localhost");
    const [, version = "", rest] = /^\/(?:api|apis)\/(v1|[^/]+(?:\/v[^/]+)?)(\/.*)?$/.exec(pathname) ?? [];
    if (version.startsWith("authorization.k8s.io")) {
      return json(201, { status: { allowed: true } })(request, response);
    }
    const served = kinds[version];
    if (served === undefined) {
      const groupVersion = Object.keys(kinds).find((candidate) => candidate.startsWith(`${version}/`));
      const group = { preferredVersion: { groupVersion } };
      return json(groupVersion === undefined ? 404 : 200, group)(request, response);
    }
    if (rest === undefined) {
      const resources = served.map(([name, kind]) => ({ name, kind, namespaced: true }));
      return json(200, { groupVersion: version, resources })(request, response);
    }
    const [, , namespace, plural, name] = rest.split("/");
    const kind = served.find(([candidate]) => candidate === plural)?.[1];
    // biome-ignore lint/suspicious/noExplicitAny: any object.
    const there = (objects as readonly any[]).filter(
      (object) => object.kind === kind && object.metadata.namespace === namespace,
    );
    if (name === undefined) {
      const labels = (searchParams.get("labelSelector") ?? "").split(",").map((label) => label.split("="));
      const items = there.filter(({ metadata }) =>
        labels.every(([key = "", value]) => metadata.labels?.[key] === value),
      );
      return json(200, { items })(request, response);
    }
    const found = there.find(({ metadata }) => metadata.name === name);
    return json(found ? 200 : 404, found ?? status(404, "NotFound", "no"))(request, response);
  };
}

async function kubeconfigOf({ env, folder: account }: TestApiServer): Promise<string> {
  const ca = await readFile(join(account, "ca.crt"));
  const file = join(folder, "kubeconfig.yaml");
  const address = `https://127.0.0.1:${env["KUBERNETES_SERVICE_PORT"]}`;
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "prod",
    clusters: [
      { name: "prod", cluster: { server: address, "certificate-authority-data": ca.toString("base64") } },
    ],
    users: [{ name: "me", user: { token: "my-token" } }],
    contexts: [{ name: "prod", context: { cluster: "prod", user: "me" } }],
  };
  await writeFile(file, JSON.stringify(config));
  return file;
}

async function verifyWith(answer: Answer, ...args: readonly string[]) {
  server = await startApiServer(answer);
  return runBuilt(["verify", ...args, "--kubeconfig", await kubeconfigOf(server)], { cwd: folder });
}

async function installation(): Promise<readonly JsonObject[]> {
  return [
    ...(await buildInstall(
      { resources: [argoCd], components: ["repo-server", "repo-server-auto"] },
      "argocd",
    )),
    ...(await buildInstall({ resources: ["install/barrier"] })),
    ...Object.values(readObjects("application.yaml")),
  ];
}

describe("grantwave verify", () => {
  it("prints what it found about an installation and one Application, with the credentials of the kubeconfig", async () => {
    const { exit, stderr, stdout } = await verifyWith(apiOf(await installation()), "web");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toMatch(
      /^grantwave in namespace argocd of https:\/\/127\.0\.0\.1:\d+, Application\.argoproj\.io\/argocd\/web: in place\n/,
    );
    expect(stdout.split("\n").filter((line) => line.startsWith("  ✗"))).toEqual([]);
    expect(stdout).toContain("configuration: signers of ConfigMap argocd/grantwave-config-");
    expect(server?.requests.every((request) => request.endsWith(" Bearer my-token"))).toBe(true);
  });

  it("writes a report that fits its schema", async () => {
    const { exit, stdout } = await verifyWith(apiOf(await installation()), "argocd/web", "-o", "json");
    expect(exit).toBe(0);
    expect(Verification.parse(JSON.parse(stdout)).decision).toBe("pass");
  });

  it("ends with exit code 1 where something is missing", async () => {
    const { exit, stdout } = await verifyWith(apiOf(await buildInstall({ resources: [argoCd] }, "argocd")));
    expect(exit).toBe(1);
    expect(stdout).toContain("✗ sidecars: the repo-server has no sidecar grantwave\n");
  });

  it("ends with exit code 3 where it may not look", async () => {
    const objects = await installation();
    const answer: Answer = (request, response) =>
      (request.url?.includes("/pods") ? json(403, { message: "pods is forbidden" }) : apiOf(objects))(
        request,
        response,
      );
    const { exit, stdout } = await verifyWith(answer);
    expect(exit).toBe(3);
    expect(stdout).toContain("? pods: it could not be looked at: ");
  });

  it("ends with exit code 4 where nobody answers", async () => {
    server = await startApiServer(json(200, {}));
    const kubeconfig = await kubeconfigOf(server);
    await server.stop();
    server = undefined;
    const { exit, stderr, stdout } = await runBuilt(["verify", "--kubeconfig", kubeconfig], { cwd: folder });
    expect({ exit, stdout }).toEqual({ exit: 4, stdout: "" });
    expect(stderr).toMatch(
      /^grantwave: the API server at https:\/\/127\.0\.0\.1:\d+ gave no answer \(ECONNREFUSED\)/,
    );
  });

  it.each([
    [["--context", "staging"], "grantwave: the kubeconfig has no context staging (there are prod)\n"],
    [["missing"], 'grantwave: there is no Application "missing" in '],
    [["a/b/c"], 'grantwave: there is no Application "a/b/c" in '],
    [["--config", "missing.yaml"], "grantwave: the configuration file missing.yaml is not there"],
  ])("refuses what is wrong about %j", async (args, words) => {
    const { exit, stderr, stdout } = await verifyWith(apiOf(await installation()), ...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toContain(words);
  });

  it("says that there is no kubeconfig where it finds none, whatever context is named", async () => {
    const options = { cwd: folder, env: { HOME: folder } };
    const runs = [["verify"], ["verify", "--context", "prod"]].map((args) => runBuilt(args, options));
    for (const { exit, stderr } of await Promise.all(runs)) {
      expect({ exit, stderr }).toEqual({
        exit: 2,
        stderr:
          "grantwave: there is no kubeconfig, and no service account of a pod (name one with --kubeconfig or KUBECONFIG, or put it at ~/.kube/config)\n",
      });
    }
  });

  it("says what to look at where a kubeconfig's server is not one of TLS", async () => {
    const file = join(folder, "plain.yaml");
    const config = {
      "current-context": "c",
      clusters: [{ name: "c", cluster: { server: "http://127.0.0.1:1" } }],
      users: [{ name: "u", user: {} }],
      contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    };
    await writeFile(file, JSON.stringify(config));
    const { exit, stderr } = await runBuilt(["verify", "--kubeconfig", file], { cwd: folder });
    expect(exit).toBe(2);
    expect(stderr).toBe(
      `grantwave: the kubeconfig's server "http://127.0.0.1:1" is no https address (write it as https://HOST:PORT)\n`,
    );
  });

  it("refuses a kubeconfig that is not there", async () => {
    const { exit, stderr } = await runBuilt(["verify", "--kubeconfig", "missing.yaml"], { cwd: folder });
    expect(exit).toBe(2);
    expect(stderr).toContain("grantwave: the kubeconfig missing.yaml cannot be read: ENOENT");
  });
});
