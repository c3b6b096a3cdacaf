import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { type AddressRanges, addressRanges } from "./address-ranges.ts";
import { type ApiClient, apiClient } from "./api-client.ts";
import { apiServerFlags, controllerManagerFlags, etcdFlags, schedulerFlags } from "./control-plane-flags.ts";
import { freePort } from "./free-port.ts";
import { kubeconfigPath, type User, writeKubeconfigs } from "./kubeconfigs.ts";
import { type Kubectl, kubectlWith } from "./kubectl.ts";
import { beginLifetime, type Lifetime } from "./lifetime.mjs";
import { type Server, startServer } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

/** A Kubernetes control plane of this test's own: etcd, API server, controller manager and scheduler 1.37 on loopback. */
export interface ControlPlane {
  /** Where the API server answers, `https://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Private; keys, certificates, kubeconfigs, `*.log`. Gone after `stop`. */
  readonly folder: string;
  readonly caFile: string;
  /** Of the administrator. */
  readonly kubeconfig: string;
  readonly token: string;
  readonly ranges: AddressRanges;
  /** The multi-call binary, see test/go/kubernetes/kubetest. */
  readonly program: string;
  kubeconfigOf(user: User): string;
  readonly kubectl: Kubectl;
  readonly api: ApiClient;
  /** Kills the API server, as a crash would, and starts it again; returns when it is ready. */
  restartApiServer(): Promise<void>;
  stop(): Promise<void>;
}

export interface ControlPlaneOptions {
  /** More flags of kube-apiserver, such as `--runtime-config=…`. */
  readonly apiServerFlags?: readonly string[];
}

/**
 * Starts one, and waits until objects can be created in it. Several can run at once. It ends with `stop`, and also when
 * this process ends in any other way. Needs Go the first time (`scripts/go-programs.mjs`).
 *
 * RBAC, Node authorizer and NodeRestriction are on; there is no node and no kube-proxy: a webhook's Service is resolved to
 * its endpoints by the API server itself, and pods reach the API server only on a node of `startNode`.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const program = await ensureGoProgram("kubetest");
  const lifetime = await beginLifetime("control-plane");
  try {
    return await start(lifetime, program, options);
  } catch (error) {
    await lifetime.end();
    throw error;
  }
}

async function start(
  lifetime: Lifetime,
  program: string,
  options: ControlPlaneOptions,
): Promise<ControlPlane> {
  const { folder } = lifetime;
  const port = await freePort();
  const ranges = addressRanges(port);
  const url = `https://127.0.0.1:${port}`;
  await promisify(execFile)(program, ["certificates", folder, ranges.apiServerAddress]);
  const tokens = await writeKubeconfigs(folder, url);
  const kubeconfig = kubeconfigPath(folder, "admin");
  const api = apiClient({ url, token: tokens.admin, ca: await readFile(join(folder, "ca.crt"), "utf8") });

  const etcd = startServer(lifetime, "etcd", [program, "etcd", ...etcdFlags(folder)]);
  const flags = [...apiServerFlags(folder, port, ranges), ...(options.apiServerFlags ?? [])];
  async function startApiServer(): Promise<Server> {
    const server = startServer(lifetime, "kube-apiserver", [program, "kube-apiserver", ...flags]);
    // The API server would wait for an etcd that is gone.
    const ready = server.waitUntil("the API server's readiness", { seconds: 90 }, () => api.isReady());
    await Promise.race([ready, etcd.ended]);
    return server;
  }
  let apiServer = await startApiServer();
  const controllers = startServer(lifetime, "kube-controller-manager", [
    program,
    "kube-controller-manager",
    ...controllerManagerFlags(folder),
  ]);
  startServer(lifetime, "kube-scheduler", [program, "kube-scheduler", ...schedulerFlags(folder)]);
  await controllers.waitUntil("the service account of namespace default", { seconds: 60 }, () =>
    api.find("/api/v1/namespaces/default/serviceaccounts/default"),
  );
  return {
    url,
    port,
    folder,
    caFile: join(folder, "ca.crt"),
    kubeconfig,
    token: tokens.admin,
    ranges,
    program,
    kubeconfigOf: (user) => kubeconfigPath(folder, user),
    kubectl: kubectlWith(program, kubeconfig, folder),
    api,
    async restartApiServer() {
      process.kill(-apiServer.pid, "SIGKILL");
      await waitUntil("the API server's end", { seconds: 30 }, async () => {
        return !(await api.isReady().catch(() => false));
      });
      apiServer = await startApiServer();
    },
    stop: () => lifetime.end(),
  };
}
