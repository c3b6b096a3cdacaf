import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { built } from "../cli/run-built.ts";
import { buildInstall } from "../install/build.ts";
import type { ControlPlane } from "./control-plane.ts";

/** Of what cleans up after a test: kubectl takes its time on a busy machine. */
const patienceMs = 60_000;

/** A process that waits as in a barrier, with the account that install/ gives barriers. */
export interface Waiting {
  readonly child: ChildProcess;
  /** What it has said so far. */
  log(): string;
  readonly ended: Promise<{ readonly exit: number | null; readonly log: string; readonly seconds: number }>;
}

export interface Account {
  /** A folder as the kubelet mounts it. */
  readonly folder: string;
}

/** Everything strict, all fields ours. */
export async function apply({ kubectl }: ControlPlane, ...items: readonly object[]): Promise<void> {
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  await kubectl(["apply", "--server-side", "--force-conflicts", "--validate=strict", "-f", "-"], list);
}

/** The namespaces, the barrier's account and rights as install/ has them, and the signer's workload without pods. */
export async function prepare(controlPlane: ControlPlane): Promise<void> {
  await controlPlane.kubectl(["create", "namespace", "cert-signer"]);
  await apply(controlPlane, ...(await buildInstall({ resources: ["install/barrier"] })));
  await apply(controlPlane, signer("pod-cert-signer"));
}

export function signer(configMap: string): object {
  const labels = { app: "pod-cert-signer" };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "pod-cert-signer", namespace: "cert-signer" },
    // Pods are made by the tests: there is no node that would run any.
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(configMap) },
    },
  };
}

function podSpec(configMap: string): JsonObject {
  return {
    containers: [
      { name: "signer", image: "a", volumeMounts: [{ name: "policy", mountPath: "/etc/policy" }] },
    ],
    volumes: [{ name: "policy", configMap: { name: configMap } }],
  };
}

/** A pod of the signer that runs and is ready, as far as the API server knows. It is gone after the test. */
export async function runPod(
  controlPlane: ControlPlane,
  name: string,
  { address, configMap = "pod-cert-signer" }: { readonly address: string; readonly configMap?: string },
): Promise<void> {
  await apply(
    controlPlane,
    { apiVersion: "v1", kind: "Node", metadata: { name: `node-${name}` } },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: "cert-signer", labels: { app: "pod-cert-signer" } },
      spec: { ...podSpec(configMap), nodeName: `node-${name}` },
    },
  );
  onTestFinished(() => deletePod(controlPlane, name), patienceMs);
  const status = {
    phase: "Running",
    podIP: address,
    podIPs: [{ ip: address }],
    conditions: [{ type: "Ready", status: "True" }],
    containerStatuses: [
      {
        name: "signer",
        ready: true,
        restartCount: 0,
        image: "a",
        imageID: "a",
        state: { running: { startedAt: "2026-05-04T12:00:00Z" } },
      },
    ],
  };
  const patch = JSON.stringify({ status });
  const target = ["--namespace=cert-signer", "pod", name];
  await controlPlane.kubectl([
    "patch",
    ...target,
    "--subresource=status",
    "--type=merge",
    `--patch=${patch}`,
  ]);
}

async function deletePod({ kubectl }: ControlPlane, name: string): Promise<void> {
  const now = ["--force", "--grace-period=0", "--ignore-not-found"];
  await kubectl(["delete", "pod", "--namespace=cert-signer", name, ...now]);
  await kubectl(["delete", "node", `node-${name}`, "--ignore-not-found"]);
}

/** Renews the lease of the pod's node, as its kubelet does. */
export async function renewLease(controlPlane: ControlPlane, name: string): Promise<void> {
  await apply(controlPlane, {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: `node-${name}`, namespace: "kube-node-lease" },
    spec: {
      holderIdentity: `node-${name}`,
      leaseDurationSeconds: 40,
      renewTime: new Date().toISOString().replace("Z", "000Z"),
    },
  });
}

/** Answers at an address of loopback, as a pod does; what `answer` says may change. It ends with the test. */
export async function serve(address: string, port: number, answer: () => string): Promise<number> {
  const server = createServer((_, response) => response.end(answer()));
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  onTestFinished(() => void server.close());
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : port;
}

/** A mounted service account. */
export async function mount(
  { caFile, folder, kubectl }: ControlPlane,
  account = "grantwave-barrier",
): Promise<Account> {
  const mounted = await mkdtemp(join(folder, "account-"));
  const token = await kubectl(["create", "token", "--namespace=grantwave", account]);
  await writeFile(join(mounted, "token"), token);
  await writeFile(join(mounted, "ca.crt"), await readFile(caFile));
  await writeFile(join(mounted, "namespace"), "grantwave");
  return { folder: mounted };
}

/** Starts `grantwave wait`; it ends with the test at the latest. */
export function startWait({ port }: ControlPlane, { folder }: Account, args: readonly string[]): Waiting {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [built, "wait", ...args], {
    env: {
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: String(port),
      GRANTWAVE_SERVICE_ACCOUNT: folder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  const stdout = text(child.stdout);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve)).then(async (exit) => ({
    exit,
    log: (await stdout) + said,
    seconds: (performance.now() - startedMs) / 1000,
  }));
  return { child, log: () => said, ended };
}
