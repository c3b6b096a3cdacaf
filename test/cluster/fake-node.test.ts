import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { startFakeNode } from "./fake-node.ts";
import { holds, type Pod } from "./kinds.ts";
import { waitUntil } from "./wait-until.ts";

let controlPlane: ControlPlane;
let node: { stop(): Promise<void> } | undefined;
beforeAll(async () => {
  controlPlane = await startControlPlane();
  node = await startFakeNode(controlPlane);
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await controlPlane?.stop();
});

function podOf(name: string, annotations: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, annotations },
    spec: {
      tolerations: [{ key: "kwok.x-k8s.io/node", operator: "Exists" }],
      containers: [{ name: "main", image: "test.local/none:1" }],
    },
  });
}

test("a fake node says that a pod is ready at once, and holds those that ask for it", async () => {
  const { api, kubectl } = controlPlane;
  await kubectl(["create", "--filename=-"], podOf("held", { "test/hold": "" }));
  await kubectl(["create", "--filename=-"], podOf("free", {}));
  const find = (name: string) => api.find<Pod>(`/api/v1/namespaces/default/pods/${name}`);
  await waitUntil("the free pod", { seconds: 30 }, async () => holds(await find("free"), "Ready"));
  expect((await find("held"))?.status.phase).toBe("Pending");
});
