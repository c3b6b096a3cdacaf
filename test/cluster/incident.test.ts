import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildInstall } from "../install/build.ts";
import type { GitRepository } from "./argo-cd/git-repository.ts";
import { type Deployment, holds, type Pod, type PodCertificateRequest } from "./kinds.ts";
import { whyNoNode } from "./node/why-no-node.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";
import { apply } from "./wait-scene.ts";
import { waitUntil } from "./wait-until.ts";

const fixtures = join(import.meta.dirname, "fixtures", "incident");
const reason = await whyNoNode();
const minutes = 60_000;

interface Wish {
  readonly plugin?: object;
  /** Left out: barriers have an account and no rights. */
  readonly barrierRights?: true;
}

/** The kubelet looks every 10 to 15 s, and the signer takes 3 s to load what it sees. */
const quickly = "readiness: { method: settle, propagation: 30s, pollInterval: 10s }";

/** A cluster in which the state before the change runs: the web server serves, the signer knows the old policy. */
async function clusterBefore({ barrierRights, plugin }: Wish = {}): Promise<{
  cluster: Cluster;
  repository: GitRepository;
}> {
  const configuration = await readFile(join(fixtures, "grantwave.yaml"), "utf8");
  const cluster = await startCluster({
    node: {
      images: ["test.local/signer:1", "test.local/grantwave:1"],
      kubelet: { syncFrequency: "10s" },
    },
    argoCd: { configuration: configuration.replace("readiness: { method: settle }", quickly) },
  });
  onTestFinished(() => cluster.stop());
  const { argoCd, controlPlane } = cluster;
  await controlPlane.kubectl(["create", "namespace", "grantwave"]);
  await controlPlane.kubectl(["create", "serviceaccount", "grantwave-barrier", "--namespace=grantwave"]);
  const repository = await argoCd.createRepository("apps");
  await repository.commitFolder(join(fixtures, "before"), "app");
  const name = "web-and-signer";
  await argoCd.createApplication({ name, repoUrl: repository.url, path: "app", namespace: "web" });
  await argoCd.sync(name);
  expect(await argoCd.syncEnd(name, 60)).toMatchObject({ phase: "Succeeded" });
  await available(cluster, "web", "web");
  await available(cluster, "cert-signer", "pod-cert-signer");
  await signerSays(cluster, "1 grants in force");
  if (barrierRights) await apply(controlPlane, ...(await buildInstall({ resources: ["install/barrier"] })));
  // The plugin comes with the change: what ran before is the same either way.
  if (plugin !== undefined) {
    const patch = JSON.stringify({ spec: { source: { plugin } } });
    const target = ["--namespace=argocd", "applications.argoproj.io", name];
    await controlPlane.kubectl(["patch", ...target, "--type=merge", `--patch=${patch}`]);
  }
  return { cluster, repository };
}

async function commitChange(repository: GitRepository): Promise<string> {
  const files = ["policy.yaml", "web.yaml"];
  const texts = await Promise.all(files.map((file) => readFile(join(fixtures, "change", file), "utf8")));
  return repository.commitFiles(
    Object.fromEntries(files.map((file, index) => [`app/${file}`, texts[index] ?? ""])),
  );
}

async function available({ controlPlane }: Cluster, namespace: string, name: string): Promise<void> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  await waitUntil(`Deployment ${name}`, { seconds: 60 }, async () =>
    holds(await controlPlane.api.find<Deployment>(path), "Available"),
  );
}

async function signerSays({ controlPlane }: Cluster, words: string): Promise<void> {
  const args = ["logs", "--namespace=cert-signer", "deployment/pod-cert-signer"];
  await waitUntil(`the signer to say "${words}"`, { seconds: 180, everyMs: 500 }, async () =>
    (await controlPlane.kubectl(args)).includes(words),
  );
}

/** The web server's pods; not those that are going, whose containers have ended. */
async function webPods({ controlPlane }: Cluster): Promise<readonly Pod[]> {
  const pods = await controlPlane.api.list<Pod>("/api/v1/namespaces/web/pods");
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

function requests({ controlPlane }: Cluster): Promise<readonly PodCertificateRequest[]> {
  return controlPlane.api.list("/apis/certificates.k8s.io/v1/namespaces/web/podcertificaterequests");
}

describe.skipIf(reason !== undefined)(
  `one change brings a grant and the workload that uses it${reason === undefined ? "" : ` (NOT RUN: ${reason})`}`,
  () => {
    test("without grantwave the new pod is denied, hangs although the grant has come into force, and nobody serves", {
      timeout: 8 * minutes,
    }, async () => {
      const { cluster, repository } = await clusterBefore();
      const { argoCd, controlPlane } = cluster;
      const [before] = await webPods(cluster);
      await commitChange(repository);
      await argoCd.sync("web-and-signer");
      // Argo CD sees nothing wrong: everything is applied.
      expect(await argoCd.syncEnd("web-and-signer", 60)).toMatchObject({ phase: "Succeeded" });

      const denied = await waitUntil("a denied request", { seconds: 60 }, async () =>
        (await requests(cluster)).find((request) => holds(request, "Denied")),
      );
      expect(denied.status?.conditions).toMatchObject([{ type: "Denied", reason: "NoGrant" }]);
      const [hanging, ...others] = await webPods(cluster);
      expect(others).toEqual([]);
      expect(hanging?.metadata.name).toBe(denied.spec.podName);
      expect(hanging?.metadata.uid).not.toBe(before?.metadata.uid);

      await signerSays(cluster, "2 grants in force");
      await sleep(10_000);
      expect((await webPods(cluster)).map(({ metadata, status }) => [metadata.uid, status.phase])).toEqual([
        [hanging?.metadata.uid, "Pending"],
      ]);
      expect((await requests(cluster)).map(({ metadata }) => metadata.uid)).toEqual([denied.metadata.uid]);

      // What helped in the incident: the successor asks again.
      await controlPlane.kubectl(["delete", "pod", "--namespace=web", denied.spec.podName]);
      await available(cluster, "web", "web");
    });

    test("with grantwave, and a barrier that cannot look, the policy is applied and the old pod keeps serving", {
      timeout: 8 * minutes,
    }, async () => {
      const { cluster, repository } = await clusterBefore({ plugin: { name: "grantwave" } });
      const { argoCd, controlPlane } = cluster;
      const before = await webPods(cluster);
      const commit = await commitChange(repository);
      await argoCd.sync("web-and-signer");
      const end = await argoCd.syncEnd("web-and-signer", 180);

      // The barrier's account may read nothing, so nothing behind it is touched.
      expect(end).toMatchObject({ phase: "Failed", syncResult: { revision: commit } });
      const applied = end.syncResult?.resources ?? [];
      expect(applied.filter(({ kind }) => kind === "Job" || kind === "ConfigMap")).toMatchObject([
        { kind: "ConfigMap", name: "pod-cert-signer", status: "Synced" },
        {
          kind: "Job",
          namespace: "grantwave",
          hookType: "Sync",
          hookPhase: "Failed",
          message: expect.stringContaining("exit code 12"),
        },
      ]);
      expect(applied.filter(({ namespace, kind }) => namespace === "web" && kind === "Deployment")).toEqual(
        [],
      );
      const policy = ["get", "configmap", "--namespace=cert-signer", "pod-cert-signer", "--output=yaml"];
      expect(await controlPlane.kubectl(policy)).toContain('"namespace": "web"');
      expect((await webPods(cluster)).map(({ metadata, status }) => [metadata.uid, status.phase])).toEqual(
        before.map(({ metadata }) => [metadata.uid, "Running"]),
      );
      expect(await requests(cluster)).toEqual([]);
    });

    test("with grantwave the barrier opens once the grant is loaded, and no pod is denied", {
      timeout: 8 * minutes,
    }, async () => {
      const { cluster, repository } = await clusterBefore({
        plugin: { name: "grantwave" },
        barrierRights: true,
      });
      const { argoCd } = cluster;
      const before = await webPods(cluster);
      await commitChange(repository);
      await argoCd.sync("web-and-signer");
      const end = await argoCd.syncEnd("web-and-signer", 240);
      expect(end, JSON.stringify(end)).toMatchObject({ phase: "Succeeded" });
      await signerSays(cluster, "2 grants in force");
      await available(cluster, "web", "web");
      const issued = await requests(cluster);
      expect(issued.map((request) => [holds(request, "Issued"), holds(request, "Denied")])).toEqual([
        [true, false],
      ]);
      const after = await webPods(cluster);
      expect(after.map(({ metadata }) => metadata.uid)).not.toEqual(
        before.map(({ metadata }) => metadata.uid),
      );
      expect(after.map(({ metadata }) => metadata.name)).toEqual([issued[0]?.spec.podName]);
    });
  },
);
