import { readdir, readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { holds, type Pod } from "./kinds.ts";
import { type KubernetesNode, startNode } from "./node/start-node.ts";
import { whyNoNode } from "./node/why-no-node.ts";
import { waitUntil } from "./wait-until.ts";

const reason = await whyNoNode();

/** A pod of one container, of an image and a command. */
function podOf(name: string, image: string, ...command: readonly string[]): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: {
      restartPolicy: "Never",
      terminationGracePeriodSeconds: 1,
      containers: [{ name: "main", image, imagePullPolicy: "Never", command }],
    },
  });
}

const busybox = "test.local/busybox:1";

/** Asks the API server for Secrets, with what every pod has for that. */
const askForSecrets = `
  const { readFileSync } = require("node:fs");
  const account = "/var/run/secrets/kubernetes.io/serviceaccount";
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
  require("node:https").get({
    host, port, path: "/api/v1/secrets", ca: readFileSync(account + "/ca.crt"),
    headers: { authorization: "Bearer " + readFileSync(account + "/token", "utf8") },
  }, (response) => response.pipe(process.stdout));
`;

describe.skipIf(reason !== undefined)(`a node${reason === undefined ? "" : ` (NOT RUN: ${reason})`}`, () => {
  let controlPlane: ControlPlane;
  let node: KubernetesNode | undefined;
  beforeAll(async () => {
    controlPlane = await startControlPlane();
    node = await startNode(controlPlane, { images: ["test.local/grantwave:1"] });
  }, 300_000);
  afterAll(async () => {
    await node?.stop();
    await controlPlane?.stop();
  });

  async function podWhere(name: string, holdsFor: (pod: Pod) => boolean): Promise<Pod> {
    return waitUntil(`pod ${name}`, { seconds: 60 }, async () => {
      const pod = await controlPlane.api.find<Pod>(`/api/v1/namespaces/default/pods/${name}`);
      return pod !== undefined && holdsFor(pod) ? pod : undefined;
    });
  }

  test("runs a pod, whose words kubectl can read", async () => {
    await controlPlane.kubectl(
      ["create", "--filename=-"],
      podOf("speaks", busybox, "sh", "-c", "echo hello from $(hostname)"),
    );
    await podWhere("speaks", ({ status }) => status.phase === "Succeeded");
    expect(await controlPlane.kubectl(["logs", "speaks"])).toBe("hello from speaks\n");
  });

  test("lets a pod reach the API server as its service account", async () => {
    const pod = podOf("asks", "test.local/grantwave:1", "node", "-e", askForSecrets);
    await controlPlane.kubectl(["create", "--filename=-"], pod);
    await podWhere("asks", ({ status }) => status.phase === "Succeeded");
    expect(JSON.parse(await controlPlane.kubectl(["logs", "asks"]))).toMatchObject({
      code: 403,
      message: expect.stringContaining('User "system:serviceaccount:default:default" cannot list'),
    });
  });

  test("keeps its pods while the kubelet is restarted", async () => {
    await controlPlane.kubectl(["create", "--filename=-"], podOf("stays", busybox, "sleep", "600"));
    const before = await podWhere("stays", (pod) => holds(pod, "Ready"));
    await node?.stopKubelet();
    await node?.startKubelet();
    const after = await podWhere("stays", (pod) => holds(pod, "Ready"));
    expect(after.metadata.uid).toBe(before.metadata.uid);
    expect(node?.kubeletLog()).toContain("podcertificatemanager");
  });

  test("leaves the machine as it was", async () => {
    const settings = ["kernel/panic", "vm/overcommit_memory", "net/ipv4/ip_forward"];
    const read = () => Promise.all(settings.map((name) => readFile(`/proc/sys/${name}`, "utf8")));
    const second = await startControlPlane();
    try {
      const before = { settings: await read(), interfaces: Object.keys(networkInterfaces()) };
      const other = await startNode(second);
      expect(Object.keys(networkInterfaces())).toContain(`gw${second.port}`);
      await other.stop();
      expect({ settings: await read(), interfaces: Object.keys(networkInterfaces()) }).toEqual(before);
      expect((await readdir("/sys/fs/cgroup/memory")).filter((name) => name === `gw${second.port}`)).toEqual(
        [],
      );
    } finally {
      await second.stop();
    }
  }, 120_000);
});
