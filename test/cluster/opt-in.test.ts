import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goModuleFolder } from "../../scripts/go-programs.mjs";
import { runBuilt } from "../cli/run-built.ts";
import { argoCd, buildInstall } from "../install/build.ts";
import type { ApiObject } from "./api-client.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { freePort } from "./free-port.ts";
import { waitUntil } from "./wait-until.ts";

let controlPlane: ControlPlane;
let folder: string;

beforeAll(async () => {
  controlPlane = await startControlPlane();
  folder = await mkdtemp(join(tmpdir(), "grantwave-opt-in-"));
  await installArgoCd();
}, 900_000);
afterAll(async () => {
  await controlPlane?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

interface Application extends ApiObject {
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Kinds, namespaces and what install/ makes, applied as its documentation says. */
async function installArgoCd(): Promise<void> {
  const { api, kubectl } = controlPlane;
  const crds = join(await goModuleFolder("argo-cd", "github.com/argoproj/argo-cd/v3"), "manifests", "crds");
  const files = ["application-crd", "appproject-crd"].map((name) => `--filename=${crds}/${name}.yaml`);
  await kubectl(["apply", "--server-side", ...files]);
  for (const name of ["argocd", "team-a", "cert-signer"]) await kubectl(["create", "namespace", name]);
  await waitUntil("the Application resource", { seconds: 30 }, async () => {
    return (await api.find("/apis/argoproj.io/v1alpha1")) !== undefined;
  });
  await apply(await buildInstall(whole, "argocd"));
  await apply(await buildInstall({ resources: ["install/barrier"] }));
}

const whole = { resources: [argoCd], components: ["repo-server", "repo-server-auto"] };

/** Strict: a field that the API server does not know is refused. */
async function apply(items: readonly object[], ...flags: readonly string[]): Promise<string> {
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  return controlPlane.kubectl(
    ["apply", "--server-side", "--force-conflicts", "--validate=strict", ...flags, "-f", "-"],
    list,
  );
}

interface ApplicationWish {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly source?: object;
  readonly sources?: readonly object[];
}

const git = { repoURL: "https://git.example.com/apps.git", path: "apps/web" };
const enabled = { "grantwave.dev/enabled": "true" };

/** Writes an Application as kubectl does, replacing all of it, and gives what the API server made of it. */
async function write(name: string, wish: ApplicationWish, namespace = "argocd"): Promise<Application> {
  const { annotations, ...sources } = wish;
  const application = {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: { name, namespace, annotations: annotations ?? {} },
    spec: {
      project: "default",
      destination: { server: "https://kubernetes.default.svc", namespace: "web" },
      ...(wish.sources === undefined ? { source: git } : {}),
      ...sources,
    },
  };
  const path = `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/applications/${name}`;
  const isThere = (await controlPlane.api.find(path)) !== undefined;
  await controlPlane.kubectl([isThere ? "replace" : "create", "-f", "-"], JSON.stringify(application));
  const written = await controlPlane.api.find<Application>(path);
  if (written === undefined) throw new Error(`Application ${namespace}/${name} is not there`);
  return written;
}

/** A mounted service account of the repo-server, or of whoever is named. */
async function mount(
  account = "argocd-repo-server",
  token?: string,
): Promise<Readonly<Record<string, string>>> {
  const { caFile, kubectl, port } = controlPlane;
  const mounted = await mkdtemp(join(folder, "account-"));
  const made = token ?? (await kubectl(["-n", "argocd", "create", "token", account]));
  await Promise.all([
    writeFile(join(mounted, "token"), made),
    writeFile(join(mounted, "ca.crt"), await readFile(caFile)),
    writeFile(join(mounted, "namespace"), "argocd"),
  ]);
  return {
    KUBERNETES_SERVICE_HOST: "127.0.0.1",
    KUBERNETES_SERVICE_PORT: String(port),
    GRANTWAVE_SERVICE_ACCOUNT: mounted,
  };
}

async function discover(name: string, env?: Readonly<Record<string, string>>) {
  return runBuilt(["discover"], { env: { ...(env ?? (await mount())), ARGOCD_APP_NAME: name } });
}

describe("the manifests of install/", () => {
  test.each([
    ["the sidecars", whole, "argocd"],
    ["by name alone", { resources: [argoCd], components: ["repo-server"] }, "argocd"],
    ["any namespace", { resources: [argoCd], components: ["repo-server", "any-namespace"] }, "argocd"],
    ["barriers", { resources: ["install/barrier"] }, undefined],
    ["admission", { resources: ["install/admission"] }, undefined],
    ["the reporter", { resources: ["fixtures/pod-cert-signer"], components: ["reporter"] }, undefined],
  ])("are accepted by the API server to the last field: %s", async (_words, parts, namespace) => {
    await apply(await buildInstall(parts, namespace), "--dry-run=server");
  });
});

describe("the look-up, asked of a real API server", () => {
  test("matches who opted in, and nobody else", async () => {
    await write("in", { annotations: enabled });
    await write("out", {});
    await write("false", { annotations: { "grantwave.dev/enabled": "false" } });
    expect(await discover("in")).toEqual({ exit: 0, stdout: "grantwave\n", stderr: "" });
    expect(await discover("out")).toEqual({ exit: 0, stdout: "", stderr: "" });
    expect(await discover("false")).toEqual({ exit: 0, stdout: "", stderr: "" });
    expect(await discover("missing")).toEqual({ exit: 0, stdout: "", stderr: "" });
  });

  test("follows the annotation", async () => {
    await write("changing", { annotations: enabled });
    expect(await discover("changing")).toMatchObject({ stdout: "grantwave\n" });
    await write("changing", {});
    expect(await discover("changing")).toMatchObject({ stdout: "" });
  });

  test("needs a right of its own for Applications in other namespaces, and says which", async () => {
    await write("elsewhere", { annotations: enabled }, "team-a");
    await write("silent", {}, "team-a");
    const forbidden = await discover("team-a_elsewhere");
    expect(forbidden).toMatchObject({ exit: 0, stdout: "grantwave\n" });
    expect(forbidden.stderr).toContain(
      'cannot get resource \\"applications\\" in API group \\"argoproj.io\\" in the namespace \\"team-a\\"'.replaceAll(
        "\\",
        "",
      ),
    );
    await apply(
      await buildInstall({ ...whole, components: [...whole.components, "any-namespace"] }, "argocd"),
    );
    await waitUntil("the ClusterRole", { seconds: 30 }, async () => {
      return (await discover("team-a_elsewhere")).stderr === "";
    });
    expect(await discover("team-a_elsewhere")).toMatchObject({ stdout: "grantwave\n", stderr: "" });
    expect(await discover("team-a_silent")).toMatchObject({ stdout: "", stderr: "" });
    expect(await discover("team-b_elsewhere")).toMatchObject({ stdout: "", stderr: "" });
  });

  test("matches where it cannot know: another account, a wrong token, a server that is down", async () => {
    await write("out", {});
    await controlPlane.kubectl(["-n", "argocd", "create", "serviceaccount", "nobody"]);
    const forbidden = await discover("out", await mount("nobody"));
    expect(forbidden).toMatchObject({ exit: 0, stdout: "grantwave\n" });
    expect(forbidden.stderr).toContain("answered 403");
    const refused = await discover("out", await mount("nobody", "no-token"));
    expect(refused).toMatchObject({ exit: 0, stdout: "grantwave\n" });
    expect(refused.stderr).toContain("answered 401");
    const down = { ...(await mount()), KUBERNETES_SERVICE_PORT: String(await freePort()) };
    expect(await discover("out", down)).toMatchObject({ exit: 0, stdout: "grantwave\n" });
  });

  test("gives generate the mode that the Application is annotated with", async () => {
    await write("off", { annotations: { ...enabled, "grantwave.dev/mode": "off" } });
    const cwd = await mkdtemp(join(folder, "app-"));
    const text = "kind: Broken\r\n  bad:\tindent\r\n";
    await writeFile(join(cwd, "a.yaml"), text);
    const env = { ...(await mount()), ARGOCD_APP_NAME: "off", ARGOCD_APP_NAMESPACE: "web" };
    expect(await runBuilt(["generate", "--look-up"], { cwd, env })).toEqual({
      exit: 0,
      stdout: text,
      stderr: "",
    });
  });
});

describe("the admission policy", () => {
  beforeAll(async () => {
    await apply(await buildInstall({ resources: ["install/admission"] }));
    // The API server takes a moment to see a new policy.
    await waitUntil("the policy", { seconds: 60 }, async () => {
      const { spec } = await write("probe", { annotations: enabled });
      return "plugin" in Object(spec["source"]);
    });
  });

  const named = { name: "grantwave-auto" };

  test("writes the plugin's name into Applications that opted in, and leaves the rest of them alone", async () => {
    expect((await write("annotated", { annotations: enabled })).spec["source"]).toEqual({
      ...git,
      plugin: named,
    });
    expect((await write("silent", {})).spec["source"]).toEqual(git);
  });

  test("keeps parameters of a plugin without a name", async () => {
    const parameters = [{ name: "renderer", string: "kustomize" }];
    const { spec } = await write("with-parameters", {
      annotations: enabled,
      source: { ...git, plugin: { parameters } },
    });
    expect(spec["source"]).toEqual({ ...git, plugin: { ...named, parameters } });
  });

  test.each([
    ["a helm block", { ...git, helm: { releaseName: "web" } }],
    ["a kustomize block", { ...git, kustomize: { namePrefix: "a-" } }],
    ["a directory block", { ...git, directory: { recurse: true } }],
    ["another plugin", { ...git, plugin: { name: "tanka" } }],
    ["grantwave by name", { ...git, plugin: { name: "grantwave" } }],
  ])("leaves a source with %s as it is", async (_words, source) => {
    const name = `kept-${Object.keys(source).at(-1)}-${JSON.stringify(source).length}`;
    expect((await write(name, { annotations: enabled, source })).spec["source"]).toEqual(source);
  });

  test("looks at each of several sources", async () => {
    const values = { repoURL: git.repoURL, ref: "values" };
    const chart = { repoURL: "https://charts.example.com", chart: "shop", targetRevision: "1.0.0" };
    const helm = { ...git, helm: { valueFiles: ["$values/a.yaml"] } };
    const nameless = { ...git, path: "b", plugin: { env: [{ name: "A", value: "b" }] } };
    const { spec } = await write("several", {
      annotations: enabled,
      sources: [values, git, helm, chart, nameless],
    });
    expect(spec["sources"]).toEqual([
      values,
      { ...git, plugin: named },
      helm,
      { ...chart, plugin: named },
      { ...nameless, plugin: { ...nameless.plugin, ...named } },
    ]);
  });

  test("takes the name away with the annotation, and only the name that it wrote", async () => {
    const auto = { ...git, plugin: named };
    await write("leaving", { annotations: enabled, source: auto });
    expect((await write("leaving", { source: auto })).spec["source"]).toEqual(git);
    const parameters = [{ name: "renderer", string: "helm" }];
    const kept = await write("leaving", { source: { ...git, plugin: { ...named, parameters } } });
    expect(kept.spec["source"]).toEqual({ ...git, plugin: { parameters } });
    const byName = { ...git, plugin: { name: "grantwave" } };
    expect((await write("leaving", { source: byName })).spec["source"]).toEqual(byName);
    const several = await write("leaving-several", { sources: [auto, byName, { ...auto, path: "b" }] });
    expect(several.spec["sources"]).toEqual([git, byName, { ...git, path: "b" }]);
  });

  test("lets Argo CD write the status of an Application as before", async () => {
    await write("status", { annotations: enabled });
    const patch = JSON.stringify({ status: { sourceType: "Plugin" } });
    await controlPlane.kubectl([
      "-n",
      "argocd",
      "patch",
      "application",
      "status",
      "--type=merge",
      "-p",
      patch,
    ]);
    const path = "/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/status";
    const found = await controlPlane.api.find<Application>(path);
    expect(found).toMatchObject({ spec: { source: { plugin: named } }, status: { sourceType: "Plugin" } });
  });
});

describe("verify, asked of a real API server", () => {
  async function verify(...args: readonly string[]) {
    const { exit, stderr, stdout } = await runBuilt(
      ["verify", ...args, "-o", "json", "--kubeconfig", controlPlane.kubeconfig],
      { cwd: folder },
    );
    const results: readonly { check: string; status: string; message: string }[] =
      stdout === "" ? [] : JSON.parse(stdout).results;
    const problems = results.filter(({ status }) => status === "failed" || status === "unknown");
    return { exit, stderr, results, problems: problems.map(({ check }) => check) };
  }

  test("finds what is not there yet, and nothing once it is", async () => {
    const { api, kubectl } = controlPlane;
    await apply([
      {
        apiVersion: "argoproj.io/v1alpha1",
        kind: "AppProject",
        metadata: { name: "default", namespace: "argocd" },
        spec: { destinations: [{ server: "*", namespace: "web" }], sourceRepos: ["*"] },
      },
    ]);
    await write("verified", { annotations: enabled });
    // There is no node, so no pod of the repo-server runs.
    expect(await verify("verified")).toMatchObject({
      exit: 1,
      problems: ["pods", "pods", "project", "rendered"],
    });

    const pod = await waitUntil("a pod of the repo-server", { seconds: 60 }, async () => {
      const pods = "/api/v1/namespaces/argocd/pods?labelSelector=app.kubernetes.io/name=argocd-repo-server";
      return (await api.list(pods))[0];
    });
    const ready = ["argocd-repo-server", "grantwave", "grantwave-auto"].map((name) => ({
      name,
      ready: true,
      restartCount: 0,
      image: "a",
      imageID: "",
    }));
    const running = JSON.stringify({ status: { phase: "Running", containerStatuses: ready } });
    const patch = ["patch", "--type=merge", "-p"];
    await kubectl(["-n", "argocd", ...patch, running, "pod", pod.metadata.name, "--subresource=status"]);
    const destinations = JSON.stringify({ spec: { destinations: [{ server: "*", namespace: "*" }] } });
    await kubectl(["-n", "argocd", ...patch, destinations, "appproject", "default"]);
    const rendered = JSON.stringify({ status: { sourceType: "Plugin" } });
    await kubectl(["-n", "argocd", ...patch, rendered, "application", "verified"]);
    expect(await verify("verified")).toMatchObject({ exit: 0, stderr: "", problems: [] });
  });

  test("asks RBAC itself: a right that is taken away is missed", async () => {
    await controlPlane.kubectl(["-n", "kube-node-lease", "delete", "rolebinding", "grantwave-barrier"]);
    await waitUntil("RBAC", { seconds: 30 }, async () => (await verify()).exit === 1);
    expect((await verify()).problems).toEqual(["barrier-rights"]);
    await apply(await buildInstall({ resources: ["install/barrier"] }));
  });

  test("says what it may not look at, for somebody without rights", async () => {
    await controlPlane.kubectl(["-n", "argocd", "create", "serviceaccount", "guest"]);
    const token = (await controlPlane.kubectl(["-n", "argocd", "create", "token", "guest"])).trim();
    const config = JSON.parse(await readFile(controlPlane.kubeconfig, "utf8"));
    config.users[0].user = { token };
    const kubeconfig = join(folder, "guest.conf");
    await writeFile(kubeconfig, JSON.stringify(config));
    const { exit, stderr } = await runBuilt(["verify", "--kubeconfig", kubeconfig], { cwd: folder });
    expect(exit).toBe(4);
    expect(stderr).toContain("answered 403");
  });
});
