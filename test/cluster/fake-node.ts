import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ControlPlane } from "./control-plane.ts";
import { holds, type Node } from "./kinds.ts";
import { beginLifetime } from "./lifetime.mjs";
import { startServer } from "./server.ts";

const name = "fake-1";

/**
 * Starts a node that only pretends (kwok): its pods are Running and Ready at once, those with the annotation `test/hold`
 * stay Pending. No container runs and no certificate is asked for. Needs no rights on the machine. It is tainted
 * (`kwok.x-k8s.io/node`), so a pod has to tolerate it.
 */
export async function startFakeNode(controlPlane: ControlPlane): Promise<{ stop(): Promise<void> }> {
  const lifetime = await beginLifetime("fake-node");
  try {
    const { program } = controlPlane;
    const stages = join(lifetime.folder, "stages.yaml");
    await writeFile(stages, (await promisify(execFile)(program, ["kwok-stages"])).stdout);
    const kwok = startServer(lifetime, "kwok", [
      program,
      "kwok",
      `--kubeconfig=${controlPlane.kubeconfigOf("kwok")}`,
      `--config=${stages}`,
      "--manage-all-nodes=false",
      "--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake",
      "--node-lease-duration-seconds=40",
      "--node-ip=127.0.0.1",
    ]);
    await controlPlane.kubectl(["apply", "-f", "-"], JSON.stringify(node));
    await kwok.waitUntil("the fake node", { seconds: 60 }, async () =>
      holds(await controlPlane.api.find<Node>(`/api/v1/nodes/${name}`), "Ready"),
    );
  } catch (error) {
    await lifetime.end();
    throw error;
  }
  return { stop: () => lifetime.end() };
}

const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name,
    labels: { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux", type: "kwok" },
    annotations: { "kwok.x-k8s.io/node": "fake" },
  },
  spec: { taints: [{ key: "kwok.x-k8s.io/node", value: "fake", effect: "NoSchedule" }] },
};
