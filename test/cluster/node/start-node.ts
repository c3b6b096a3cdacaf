import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ControlPlane } from "../control-plane.ts";
import { debianPackages, libraryPath, nodePackages } from "../debian-packages.ts";
import { freePort } from "../free-port.ts";
import { holds, type Node } from "../kinds.ts";
import { beginLifetime, type Lifetime } from "../lifetime.mjs";
import { type Server, startServer } from "../server.ts";
import { waitUntil } from "../wait-until.ts";
import { makeCgroups } from "./cgroups.ts";
import { forwardPort } from "./forward-port.ts";
import { type ImageName, makeImage } from "./images.ts";
import {
  containerdConfig,
  containerdSocket,
  kubeletConfig,
  type NodeLayout,
  networkConfig,
} from "./node-configs.ts";

const run = promisify(execFile);
const name = "node1";

/** A node of a control plane: the real kubelet, containerd and runc. */
export interface KubernetesNode {
  readonly name: string;
  /** Everything the kubelet has said. */
  kubeletLog(): string;
  stopKubelet(): Promise<void>;
  startKubelet(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** Images to have beside pause and busybox. Pods name them with `imagePullPolicy: Never`. */
  readonly images?: readonly ImageName[];
  /** Fields of KubeletConfiguration v1beta1, such as `syncFrequency`. */
  readonly kubelet?: Readonly<Record<string, unknown>>;
}

/**
 * Starts a node and waits until it is Ready. Where the machine does not allow it `whyNoNode` says so. It lives in mount
 * and PID namespaces of its own, whose end ends every process and mount of it; a bridge, cgroups and what the kubelet sets
 * in /proc/sys are taken back at its end.
 *
 * Pods reach the API server at the address of the Service `kubernetes`, and each other; nothing else. There is no DNS.
 */
export async function startNode(
  controlPlane: ControlPlane,
  options: NodeOptions = {},
): Promise<KubernetesNode> {
  const packages = await debianPackages(nodePackages);
  const lifetime = await beginLifetime("node");
  try {
    const layout: NodeLayout = {
      folder: lifetime.folder,
      // Names of network interfaces have at most 15 characters.
      id: `gw${controlPlane.port}`,
      packages,
      ranges: controlPlane.ranges,
      caFile: controlPlane.caFile,
      kubeletPort: await freePort(),
    };
    return await start(lifetime, layout, controlPlane, options);
  } catch (error) {
    await lifetime.end();
    throw error;
  }
}

async function start(
  lifetime: Lifetime,
  layout: NodeLayout,
  controlPlane: ControlPlane,
  options: NodeOptions,
): Promise<KubernetesNode> {
  const { folder, id, ranges } = layout;
  await writeConfigs(layout, options);
  await keepKernelSettings(lifetime);
  await makeBridge(lifetime, layout);
  await makeCgroups(lifetime, id);
  const { init, containerd } = await startContainerd(lifetime, layout);
  await importImages(layout, options.images ?? []);
  const stopForwarding = await forwardPort(
    { address: ranges.apiServerAddress, port: 443 },
    controlPlane.port,
  );

  let kubelet: Server | undefined;
  async function startKubelet(): Promise<void> {
    kubelet = startServer(lifetime, "kubelet", [
      "nsenter",
      ...["-t", String(init), "-m", "-p", "--", controlPlane.program, "kubelet"],
      `--config=${join(folder, "kubelet.json")}`,
      `--kubeconfig=${controlPlane.kubeconfigOf("node1")}`,
      `--root-dir=${join(folder, "lib")}`,
      `--cert-dir=${join(folder, "pki")}`,
      `--hostname-override=${name}`,
      `--node-ip=${ranges.podGateway}`,
      "--v=2",
      "--vmodule=podcertificatemanager=4",
    ]);
    await Promise.race([
      kubelet.waitUntil(`node ${name} to be Ready`, { seconds: 60 }, () => isReady(controlPlane)),
      containerd.ended,
    ]);
  }
  await startKubelet();
  return {
    name,
    kubeletLog: () => kubelet?.log() ?? "",
    stopKubelet: async () => kubelet?.terminate(),
    startKubelet,
    async stop() {
      await stopForwarding();
      await lifetime.end();
    },
  };
}

async function writeConfigs(layout: NodeLayout, options: NodeOptions): Promise<void> {
  const { folder } = layout;
  for (const name of ["cni", "varlog"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "containerd.toml"), containerdConfig(layout));
  await writeFile(join(folder, "cni", "10-bridge.conflist"), networkConfig(layout));
  await writeFile(join(folder, "kubelet.json"), kubeletConfig(layout, options.kubelet ?? {}));
}

/** What the kubelet and the bridge plugin set, for the whole machine (kubernetes 1.37 `setupKernelTunables`). */
const kernelSettings = [
  "kernel.panic",
  "kernel.panic_on_oops",
  "vm.overcommit_memory",
  "vm.panic_on_oom",
  "net.ipv4.ip_forward",
  "net.ipv4.conf.all.forwarding",
];

async function keepKernelSettings(lifetime: Lifetime): Promise<void> {
  for (const setting of kernelSettings) {
    const value = await readFile(join("/proc/sys", ...setting.split(".")), "utf8");
    lifetime.runsAtEnd(["sysctl", "-q", "-w", `${setting}=${value.trim()}`]);
  }
}

/** The pods' bridge, with the address at which they reach the API server. */
async function makeBridge(lifetime: Lifetime, { id, ranges }: NodeLayout): Promise<void> {
  await run("ip", ["link", "add", id, "type", "bridge"]);
  lifetime.runsAtEnd(["ip", "link", "del", id]);
  await run("ip", ["address", "add", `${ranges.podGateway}/24`, "dev", id]);
  await run("ip", ["address", "add", `${ranges.apiServerAddress}/32`, "dev", id]);
  await run("ip", ["link", "set", id, "up"]);
}

/** The namespaces' first process: containers' remains become its children, and it ends with containerd. */
const initScript = `set -e
mount --make-rshared /
mount -t tmpfs tmpfs /run
mount --bind "$1" /var/log
"$2" --config "$3" &
wait`;

async function startContainerd(
  lifetime: Lifetime,
  { folder, packages }: NodeLayout,
): Promise<{ readonly init: number; readonly containerd: Server }> {
  const bin = join(packages, "usr", "bin");
  const containerd = startServer(
    lifetime,
    "containerd",
    [
      ...(["unshare", "-m", "-p", "-f", "--kill-child", "--mount-proc", "--propagation", "private"] as const),
      ...["bash", "-c", initScript, "init"],
      ...[join(folder, "varlog"), join(bin, "containerd"), join(folder, "containerd.toml")],
    ],
    {
      env: {
        PATH: `${bin}:${join(packages, "usr", "sbin")}:${process.env["PATH"]}`,
        LD_LIBRARY_PATH: await libraryPath(packages),
      },
    },
  );
  const init = await waitUntil("the node's first process", { seconds: 10, everyMs: 20 }, async () => {
    const children = await readFile(`/proc/${containerd.pid}/task/${containerd.pid}/children`, "utf8");
    return Number(children.trim().split(" ")[0]) || undefined;
  });
  lifetime.endsProcess(init);
  await containerd.waitUntil("containerd", { seconds: 30 }, async () => {
    await ctr({ folder, packages }, ["version"]);
    return true;
  });
  return { init, containerd };
}

async function importImages(layout: NodeLayout, more: readonly ImageName[]): Promise<void> {
  const { folder, packages } = layout;
  const names = new Set<ImageName>(["test.local/pause:1", "test.local/busybox:1", ...more]);
  for (const [index, image] of [...names].entries()) {
    const workshop = join(folder, `image-${index}`);
    const archive = await makeImage(image, workshop, join(packages, "bin", "busybox"));
    await ctr(layout, ["-n", "k8s.io", "images", "import", archive]);
  }
}

async function ctr(layout: Pick<NodeLayout, "folder" | "packages">, args: readonly string[]): Promise<void> {
  const program = join(layout.packages, "usr", "bin", "ctr");
  await run(program, ["--address", containerdSocket(layout.folder), ...args]);
}

async function isReady(controlPlane: ControlPlane): Promise<boolean> {
  return holds(await controlPlane.api.find<Node>(`/api/v1/nodes/${name}`), "Ready");
}
