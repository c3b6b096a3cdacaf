import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import type { Pod } from "./kinds.ts";
import { waitUntil } from "./wait-until.ts";

/** Ids of the processes whose command line or folder is the given one's. */
async function processesOf(folder: string): Promise<readonly string[]> {
  const ids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")),
  );
  return ids.filter((_, index) => commands[index]?.includes(folder));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

describe("a control plane", () => {
  let controlPlane: ControlPlane;
  beforeAll(async () => {
    controlPlane = await startControlPlane();
  }, 900_000);
  afterAll(() => controlPlane?.stop());

  test("runs the controllers: a Deployment gets its ReplicaSet and pod, which waits for a node", async () => {
    const { kubectl, api } = controlPlane;
    await kubectl(["create", "deployment", "web", "--image=test.local/web"]);
    const pod = await waitUntil("a pod that waits for a node", { seconds: 30 }, async () => {
      const pods = await api.list<Pod>("/api/v1/namespaces/default/pods?labelSelector=app=web");
      return pods.find(({ status }) => status.conditions?.some(({ reason }) => reason === "Unschedulable"));
    });
    expect(pod.metadata.name).toMatch(/^web-/);
  });

  test("lets nobody do what RBAC does not grant", async () => {
    const { kubectl, api } = controlPlane;
    await kubectl(["create", "serviceaccount", "nobody"]);
    const token = (await kubectl(["create", "token", "nobody"])).trim();
    await expect(api.find("/api/v1/namespaces/default/secrets", token)).rejects.toThrow("answered 403");
  });

  test("lets a kubelet write its own node and no other", async () => {
    const { kubectl } = controlPlane;
    const kubelet = `--kubeconfig=${controlPlane.kubeconfigOf("node1")}`;
    const node = (name: string) => JSON.stringify({ apiVersion: "v1", kind: "Node", metadata: { name } });
    await expect(kubectl([kubelet, "create", "-f", "-"], node("node2"))).rejects.toThrow(
      'node "node1" is not allowed to modify node "node2"',
    );
    await kubectl([kubelet, "create", "-f", "-"], node("node1"));
    await kubectl(["delete", "node", "node1"]);
  });

  test("serves pod certificate requests and mutating admission policies in version v1", async () => {
    const versions = await controlPlane.kubectl(["api-resources", "--no-headers", "--output=name"]);
    expect(versions.split("\n")).toEqual(
      expect.arrayContaining([
        "podcertificaterequests.certificates.k8s.io",
        "mutatingadmissionpolicies.admissionregistration.k8s.io",
      ]),
    );
  });

  test("does not get into the way of a second one, which leaves nothing behind", async () => {
    const second = await startControlPlane();
    try {
      await second.kubectl(["create", "namespace", "only-here"]);
      await expect(controlPlane.kubectl(["get", "namespace", "only-here"])).rejects.toThrow("not found");
      expect(await processesOf(second.folder)).toHaveLength(4);
    } finally {
      await second.stop();
    }
    expect(await processesOf(second.folder)).toEqual([]);
    expect(await exists(second.folder)).toBe(false);
  });
});

test("what a killed process has started ends too", async () => {
  // A run of its own, without a test's chance to clean up.
  const program = spawn(process.execPath, [join(import.meta.dirname, "leave-behind.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: program.stdout });
  const [folder] = (await once(lines, "line")) as [string];
  expect(await processesOf(folder)).toHaveLength(1);
  program.kill("SIGKILL");
  await waitUntil("the end of what it had started", { seconds: 20 }, async () => {
    return (await processesOf(folder)).length === 0 && !(await exists(folder));
  });
});
