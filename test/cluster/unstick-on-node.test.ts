import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StuckPods } from "../../src/report/stuck-report.ts";
import { runBuilt } from "../cli/run-built.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { type Deployment, holds, type Pod } from "./kinds.ts";
import { type KubernetesNode, startNode } from "./node/start-node.ts";
import { whyNoNode } from "./node/why-no-node.ts";
import { waitUntil } from "./wait-until.ts";

const root = join(import.meta.dirname, "../..");
const incident = join(import.meta.dirname, "fixtures", "incident");
const reason = await whyNoNode();
const title = `unstick and the reporter, with a real kubelet${reason === undefined ? "" : ` (NOT RUN: ${reason})`}`;

const configuration = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: workload-certificates
    preset: pod-cert-signer
    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }
    workload: { kind: Deployment, namespace: cert-signer, name: pod-cert-signer }
    readiness: { method: report, pollInterval: 5s, stableFor: 1s }
`;

describe.skipIf(reason !== undefined).sequential(title, () => {
  let controlPlane: ControlPlane;
  let node: KubernetesNode | undefined;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "grantwave-on-node-"));
    controlPlane = await startControlPlane();
    node = await startNode(controlPlane, { images: ["test.local/signer:1", "test.local/grantwave:1"] });
    await writeFile(join(folder, "grantwave.yaml"), configuration);
    await controlPlane.kubectl(["apply", "--server-side", "-f", "-"], await signerWithReporter());
    await waitUntil("the signer and its reporter", { seconds: 90 }, async () => {
      const path = "/apis/apps/v1/namespaces/cert-signer/deployments/pod-cert-signer";
      return holds(await controlPlane.api.find<Deployment>(path), "Available");
    });
    await controlPlane.kubectl(["apply", "--server-side", "-f", join(incident, "change", "web.yaml")]);
  }, 300_000);
  afterAll(async () => {
    await node?.stop();
    await controlPlane?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The signer as it is before the incident, with the component of install/ on top. */
  async function signerWithReporter(): Promise<string> {
    await cp(join(root, "install", "reporter"), join(folder, "reporter"), { recursive: true });
    await cp(join(incident, "before"), join(folder, "before"), { recursive: true });
    await mkdir(join(folder, "overlay"));
    const kustomization = {
      resources: ["signer.yaml", "policy.yaml"],
      components: ["../reporter"],
      images: [{ name: "ghcr.io/example/grantwave", newName: "test.local/grantwave", newTag: "1" }],
    };
    for (const file of kustomization.resources) {
      await cp(join(folder, "before", file), join(folder, "overlay", file));
    }
    await writeFile(join(folder, "overlay", "kustomization.yaml"), JSON.stringify(kustomization));
    return controlPlane.kubectl(["kustomize", join(folder, "overlay")]);
  }

  async function unstick(...args: readonly string[]) {
    const { exit, stderr, stdout } = await runBuilt(
      ["unstick", "web", ...args, "-o", "json", "--config", "grantwave.yaml"],
      { cwd: folder, env: { KUBECONFIG: controlPlane.kubeconfig } },
    );
    expect(stderr).toBe("");
    const report: StuckPods = JSON.parse(stdout);
    return { exit, pods: report.pods };
  }

  async function grantState(): Promise<string | undefined> {
    return (await unstick()).pods[0]?.grant.state;
  }

  test("finds the pod by its request, and then by what the kubelet says of it", async () => {
    const denied = await waitUntil("the denial", { seconds: 60 }, async () => (await unstick()).pods[0]);
    expect(denied).toMatchObject({
      reason: "NoGrant",
      message: "no grant for service account web/web",
      evidence: "request",
      owner: { kind: "Deployment", name: "web" },
      grant: { state: "missing" },
    });
    await controlPlane.kubectl(["-n", "web", "delete", "podcertificaterequests", "--all"]);
    const later = await waitUntil("the events", { seconds: 60 }, async () => (await unstick()).pods[0]);
    expect(later).toMatchObject({
      name: denied.name,
      reason: "NoGrant",
      message: "no grant for service account web/web",
      evidence: "event",
    });
  }, 150_000);

  test("leaves it until the reporter has seen the new policy, and then its successor runs", async () => {
    await controlPlane.kubectl(["apply", "--server-side", "-f", join(incident, "change", "policy.yaml")]);
    expect(await unstick("--evict", "--yes")).toMatchObject({
      exit: 1,
      pods: [{ grant: { state: "not-loaded" }, eviction: { state: "kept" } }],
    });
    await waitUntil("the new policy in the signer", { seconds: 180, everyMs: 1000 }, async () => {
      return (await grantState()) === "loaded";
    });
    expect(await unstick("--evict", "--yes")).toMatchObject({
      exit: 0,
      pods: [{ grant: { state: "loaded" }, eviction: { state: "evicted" } }],
    });
    const pod = await waitUntil("the successor", { seconds: 60 }, async () => {
      const pods = await controlPlane.api.list<Pod>("/api/v1/namespaces/web/pods");
      return pods.find((one) => holds(one, "Ready"));
    });
    expect(pod.status.phase).toBe("Running");
    expect(await unstick()).toEqual({ exit: 0, pods: [] });
  }, 300_000);
});
