import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { ensureGoProgram, goModuleFolder } from "../../../scripts/go-programs.mjs";
import { installImage } from "../../plugin/image.ts";
import type { ControlPlane } from "../control-plane.ts";
import { debianPackages, libraryPath, redisPackages } from "../debian-packages.ts";
import { freePort } from "../free-port.ts";
import { beginLifetime, type Lifetime } from "../lifetime.mjs";
import { type Server, startServer } from "../server.ts";
import { waitUntil } from "../wait-until.ts";
import {
  type Application,
  type ApplicationInput,
  applicationObject,
  applicationsPath,
  argoCdNamespace,
  installation,
  type OperationState,
} from "./application.ts";
import { type GitRepository, makeRepository } from "./git-repository.ts";

/** Argo CD 3.6: redis, repo-server, cmp-server with our plugin, application controller. */
export interface ArgoCd {
  /** A new, empty repository that Argo CD can read. */
  createRepository(name: string): Promise<GitRepository>;
  createApplication(input: ApplicationInput): Promise<void>;
  /** Starts a sync of the newest commit, as `argocd app sync` does; rejects nothing that happens in it. */
  sync(name: string): Promise<void>;
  status(name: string): Promise<Application["status"]>;
  /** Waits until the sync that was started last is over, whichever way. */
  syncEnd(name: string, seconds: number): Promise<OperationState>;
  /** Renders anew although nothing changed, past all caches. */
  hardRefresh(name: string): Promise<void>;
  log(part: ArgoCdPart): string;
  stop(): Promise<void>;
}

export type ArgoCdPart = "redis" | "cmp-server" | "repo-server" | "application-controller";

export interface ArgoCdOptions {
  /** The operator's grantwave.yaml in the plugin's sidecar. */
  readonly configuration: string;
  /** Seconds between two waves; Argo CD's own default is 2. */
  readonly waveDelaySeconds?: number;
}

/** Starts it against a control plane; no API server and no user interface of Argo CD: Applications are objects. */
export async function startArgoCd(controlPlane: ControlPlane, options: ArgoCdOptions): Promise<ArgoCd> {
  const program = await ensureGoProgram("argocd");
  const redisRoot = await debianPackages(redisPackages);
  const lifetime = await beginLifetime("argo-cd");
  try {
    const environment = await prepare(lifetime, controlPlane);
    await install(controlPlane);
    const start = (part: ArgoCdPart, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      startServer(lifetime, part, [program, ...args], {
        env: { ...environment, ARGOCD_BINARY_NAME: `argocd-${part}`, ...env },
      });
    const redisPort = await freePort();
    const redis = startServer(
      lifetime,
      "redis",
      [
        join(redisRoot, "usr", "bin", "redis-server"),
        ...["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      ],
      { env: { LD_LIBRARY_PATH: await libraryPath(redisRoot) } },
    );
    const plugin = await startPlugin(lifetime, program, options.configuration);
    const repoPort = await freePort();
    const repoServer = start(
      "repo-server",
      [
        ...[`--redis=127.0.0.1:${redisPort}`, `--port=${repoPort}`, "--address=127.0.0.1"],
        ...[`--metrics-port=${await freePort()}`, "--metrics-address=127.0.0.1"],
        ...["--disable-tls", "--client-ca-path="],
      ],
      { ARGOCD_PLUGINSOCKFILEPATH: plugin.sockets },
    );
    await repoServer.waitUntil("the repo-server", { seconds: 60 }, () => answers(repoPort));
    const metricsPort = await freePort();
    const controller = start(
      "application-controller",
      [
        ...[`--kubeconfig=${controlPlane.kubeconfig}`, `--namespace=${argoCdNamespace}`],
        ...[
          `--redis=127.0.0.1:${redisPort}`,
          `--repo-server=127.0.0.1:${repoPort}`,
          "--repo-server-plaintext",
        ],
        ...[`--metrics-port=${metricsPort}`, "--app-resync=20"],
      ],
      {
        HOSTNAME: "argocd-application-controller-0",
        ARGOCD_SYNC_WAVE_DELAY: String(options.waveDelaySeconds ?? 0),
      },
    );
    await controller.waitUntil("the application controller", { seconds: 60 }, async () => {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/healthz`);
      return response.ok;
    });
    const servers = {
      redis,
      "cmp-server": plugin.server,
      "repo-server": repoServer,
      "application-controller": controller,
    };
    return {
      ...commands(lifetime, controlPlane),
      log: (part) => servers[part].log(),
      stop: () => lifetime.end(),
    };
  } catch (error) {
    await lifetime.end();
    throw error;
  }
}

/** The folders that the programs want, and the environment in which they take these for those of their image. */
async function prepare(
  lifetime: Lifetime,
  controlPlane: ControlPlane,
): Promise<Readonly<Record<string, string>>> {
  const inFolder = (...names: readonly string[]) => join(lifetime.folder, ...names);
  for (const name of ["tmp", "bin", "tls", "ssh", "gpg", "repositories"]) await mkdir(inFolder(name));
  await writeFile(inFolder("ssh", "ssh_known_hosts"), "");
  // The repo-server calls it for every commit; files of a Go module are not executable.
  const wrapper = inFolder("bin", "git-verify-wrapper.sh");
  await copyFile(join(await argoCdSources(), "hack", "git-verify-wrapper.sh"), wrapper);
  await chmod(wrapper, 0o755);
  return {
    PATH: `${inFolder("bin")}:${process.env["PATH"]}`,
    TMPDIR: inFolder("tmp"),
    KUBECONFIG: controlPlane.kubeconfig,
    ARGOCD_FAKE_IN_CLUSTER: "true",
    ARGOCD_TLS_DATA_PATH: inFolder("tls"),
    ARGOCD_SSH_DATA_PATH: inFolder("ssh"),
    ARGOCD_GPG_ENABLED: "false",
    ARGOCD_GPG_DATA_PATH: inFolder("gpg"),
    ARGOCD_GNUPGHOME: inFolder("gpg"),
  };
}

/** Sources of the very version that the programs are built from: its CRDs and one script are needed. */
function argoCdSources(): Promise<string> {
  return goModuleFolder("argo-cd", "github.com/argoproj/argo-cd/v3");
}

async function install({ kubectl, api }: ControlPlane): Promise<void> {
  const crds = join(await argoCdSources(), "manifests", "crds");
  const files = ["application-crd", "appproject-crd", "applicationset-crd"].map(
    (name) => `${crds}/${name}.yaml`,
  );
  await kubectl(["apply", "--server-side", ...files.map((file) => `--filename=${file}`)]);
  await waitUntil("the Application resource", { seconds: 30 }, async () => {
    return (await api.find("/apis/argoproj.io/v1alpha1")) !== undefined;
  });
  const list = { apiVersion: "v1", kind: "List", items: installation };
  await waitUntil("Argo CD's settings", { seconds: 30 }, () =>
    kubectl(["apply", "--filename=-"], JSON.stringify(list)),
  );
}

/** The sidecar of the repo-server: the cmp-server with our plugin.yaml and what our image holds. */
async function startPlugin(
  lifetime: Lifetime,
  program: string,
  configuration: string,
): Promise<{ readonly server: Server; readonly sockets: string }> {
  const folder = join(lifetime.folder, "plugin");
  await mkdir(folder);
  const image = await installImage(folder, { configuration }, { program, owner: undefined });
  const server = startServer(lifetime, "cmp-server", [image.server, "--config-dir-path", image.config], {
    env: image.env,
  });
  return { server, sockets: image.sockets };
}

function commands(lifetime: Lifetime, { kubectl, api }: ControlPlane): Omit<ArgoCd, "log" | "stop"> {
  async function status(name: string): Promise<Application["status"]> {
    return (await api.find<Application>(`${applicationsPath}/${name}`))?.status;
  }
  async function change(name: string, patch: object): Promise<void> {
    const target = ["--namespace", argoCdNamespace, "applications.argoproj.io", name];
    await kubectl(["patch", ...target, "--type=merge", `--patch=${JSON.stringify(patch)}`]);
  }
  return {
    createRepository: (name) => makeRepository(join(lifetime.folder, "repositories", name)),
    async createApplication(input) {
      await kubectl(["create", "--filename=-"], JSON.stringify(applicationObject(input)));
    },
    async sync(name) {
      const syncStrategy = { hook: {} };
      await change(name, { operation: { initiatedBy: { username: "test" }, sync: { syncStrategy } } });
    },
    status,
    syncEnd: (name, seconds) =>
      waitUntil(`the end of the sync of ${name}`, { seconds }, async () => {
        const application = await api.find<Application>(`${applicationsPath}/${name}`);
        // The controller takes the operation away when it is over.
        if (application === undefined || "operation" in application) return undefined;
        const state = application.status?.operationState;
        return state !== undefined && state.phase !== "Running" && state.phase !== "Terminating"
          ? state
          : undefined;
      }),
    async hardRefresh(name) {
      await change(name, { metadata: { annotations: { "argocd.argoproj.io/refresh": "hard" } } });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
