import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StuckPods } from "../../src/report/stuck-report.ts";
import { runBuilt } from "../cli/run-built.ts";
import { kubeletTexts } from "../stuck/samples.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { denial, requestOf } from "./denied-request.ts";
import type { Pod } from "./kinds.ts";
import { waitUntil } from "./wait-until.ts";

interface RunningPod extends Pod {
  readonly spec: { readonly nodeName: string; readonly serviceAccountName: string };
}

const signerName = "example.com/workload";
let controlPlane: ControlPlane;
let folder: string;

beforeAll(async () => {
  controlPlane = await startControlPlane();
  folder = await mkdtemp(join(tmpdir(), "grantwave-unstick-"));
  await writeFile(
    join(folder, "grantwave.yaml"),
    `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: workload-certificates
    preset: pod-cert-signer
    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }
    workload: { kind: Deployment, namespace: cert-signer, name: pod-cert-signer }
    readiness: { method: settle, stableFor: 1s }
`,
  );
  const { kubectl } = controlPlane;
  for (const name of ["web", "other", "cert-signer"]) {
    await kubectl(["create", "namespace", name]);
    await waitUntil("the account of the namespace", { seconds: 30 }, () =>
      controlPlane.api.find(`/api/v1/namespaces/${name}/serviceaccounts/default`),
    );
  }
  await apply(
    { apiVersion: "v1", kind: "Node", metadata: { name: "node-1" } },
    workload("web", "web", "api", certificate),
    workload("cert-signer", "pod-cert-signer", "default", {}),
    // It would not allow the eviction of a pod that runs; one that never ran is nobody's disruption.
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "web", namespace: "web" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "api", namespace: "web" } },
    policy([]),
  );
}, 900_000);
afterAll(async () => {
  await controlPlane?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const certificate = {
  volumes: [
    {
      name: "cert",
      projected: {
        sources: [{ podCertificate: { signerName, keyType: "ED25519", credentialBundlePath: "bundle.pem" } }],
      },
    },
  ],
};

function podSpec(serviceAccountName: string, rest: object) {
  return {
    nodeName: "node-1",
    serviceAccountName,
    containers: [{ name: "main", image: "none" }],
    ...rest,
  };
}

/** A Deployment of one pod on a node that has no kubelet: what happens to it is what the test writes. */
function workload(namespace: string, name: string, serviceAccountName: string, rest: object) {
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace },
    spec: {
      replicas: 1,
      strategy: { type: "Recreate" },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(serviceAccountName, rest) },
    },
  };
}

function policy(grants: readonly object[]) {
  const text = {
    signerName,
    trustDomain: "example.com",
    dnsNamesAnnotation: "example.com/dns-names",
    lifetime: "24h",
    refreshAt: 0.66,
    keyTypes: ["ED25519"],
    grants,
  };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "pod-cert-signer", namespace: "cert-signer" },
    data: { "policy.json": JSON.stringify(text) },
  };
}

const grant = { namespace: "web", serviceAccount: "api", usage: "client" };

async function apply(...items: readonly object[]): Promise<void> {
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  await controlPlane.kubectl(["apply", "--server-side", "--force-conflicts", "-f", "-"], list);
}

/** The pods of a workload that are not being deleted. */
async function podsOf(namespace: string, app: string): Promise<readonly RunningPod[]> {
  const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`;
  const pods = await controlPlane.api.list<RunningPod & { metadata: { deletionTimestamp?: string } }>(path);
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

async function onlyPod(namespace: string, app: string): Promise<RunningPod> {
  return waitUntil(`a pod of ${app}`, { seconds: 60 }, async () => (await podsOf(namespace, app))[0]);
}

/** What kubelet and signer do for a pod that has no grant. */
async function deny(pod: RunningPod, name: string): Promise<void> {
  const { namespace = "" } = pod.metadata;
  await controlPlane.kubectl(["create", "-f", "-"], JSON.stringify(requestOf(pod, signerName, name)));
  const patch = JSON.stringify(denial("no grant for service account web/api"));
  const what = ["patch", "podcertificaterequest", name, "--subresource=status", "--type=merge", "-p", patch];
  await controlPlane.kubectl(["-n", namespace, ...what]);
}

async function unstick(...args: readonly string[]) {
  return unstickAs(controlPlane.kubeconfig, ...args);
}

async function unstickAs(kubeconfig: string, ...args: readonly string[]) {
  const { exit, stderr, stdout } = await runBuilt(
    ["unstick", ...args, "-o", "json", "--config", "grantwave.yaml", "--kubeconfig", kubeconfig],
    { cwd: folder },
  );
  const report: StuckPods | undefined = stdout === "" ? undefined : JSON.parse(stdout);
  return { exit, stderr, report };
}

// One after the other: each goes on where the one before it has ended.
describe.sequential("unstick, asked of a real API server", () => {
  test("finds nothing while a pod only waits for an answer", async () => {
    const pod = await onlyPod("web", "web");
    await controlPlane.kubectl(
      ["create", "-f", "-"],
      JSON.stringify(requestOf(pod, signerName, "req-waits")),
    );
    expect(await unstick()).toMatchObject({ exit: 0, stderr: "", report: { pods: [], decision: "none" } });
    await controlPlane.kubectl(["-n", "web", "delete", "podcertificaterequest", "req-waits"]);
  });

  test("says why a pod is stuck, whose it is, and that its grant is missing; and leaves it alone", async () => {
    const pod = await onlyPod("web", "web");
    await deny(pod, "req-denied");
    const { exit, report } = await unstick("--evict", "--yes");
    expect(exit).toBe(1);
    expect(report).toEqual({
      apiVersion: "grantwave.dev/v1alpha1",
      kind: "StuckPods",
      cluster: controlPlane.url,
      namespace: null,
      pods: [
        {
          namespace: "web",
          name: pod.metadata.name,
          node: "node-1",
          owner: { group: "apps", kind: "Deployment", namespace: "web", name: "web" },
          type: "Denied",
          reason: "NoGrant",
          message: "no grant for service account web/api",
          since: expect.stringMatching(/^20\d\d-/),
          evidence: "request",
          certificates: [{ signerName, serviceAccountName: "api", keyType: "ED25519" }],
          grant: { state: "missing", message: expect.stringContaining("NoGrant") },
          eviction: { state: "kept", message: expect.stringContaining("first the grant has to be loaded") },
        },
      ],
      unread: [],
      decision: "stuck",
    });
    expect((await onlyPod("web", "web")).metadata.uid).toBe(pod.metadata.uid);
  });

  test("leaves it alone while the grant is applied but not loaded", async () => {
    const pod = await onlyPod("web", "web");
    await onlyPod("cert-signer", "pod-cert-signer");
    await apply(policy([grant]));
    const { exit, report } = await unstick("web", "--evict", "--yes");
    expect({ exit, grant: report?.pods[0]?.grant, eviction: report?.pods[0]?.eviction?.state }).toEqual({
      exit: 1,
      grant: { state: "not-loaded", message: expect.stringContaining("have not passed") },
      eviction: "kept",
    });
    expect((await onlyPod("web", "web")).metadata.uid).toBe(pod.metadata.uid);
  });

  test("finds it by the kubelet's events too, once its request is gone", async () => {
    const pod = await onlyPod("web", "web");
    await controlPlane.kubectl(["-n", "web", "delete", "podcertificaterequest", "req-denied"]);
    const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    await controlPlane.kubectl(
      ["create", "-f", "-"],
      JSON.stringify({
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: "web.denied", namespace: "web" },
        type: "Warning",
        reason: "Denied",
        message: kubeletTexts.denied,
        involvedObject: {
          apiVersion: "v1",
          kind: "Pod",
          namespace: "web",
          name: pod.metadata.name,
          uid: pod.metadata.uid,
        },
        source: { component: "kubelet" },
        firstTimestamp: now,
        lastTimestamp: now,
      }),
    );
    expect((await unstick()).report?.pods).toMatchObject([{ evidence: "event", reason: "NoGrant" }]);
  });

  test("says what it may not read instead of finding nothing", async () => {
    const { kubectl } = controlPlane;
    await kubectl(["-n", "web", "create", "serviceaccount", "looker"]);
    await kubectl(["create", "clusterrole", "pods", "--verb=list,get", "--resource=pods"]);
    await kubectl([
      "create",
      "clusterrolebinding",
      "pods",
      "--clusterrole=pods",
      "--serviceaccount=web:looker",
    ]);
    const token = await kubectl(["-n", "web", "create", "token", "looker"]);
    const file = join(folder, "looker");
    const cluster = { server: controlPlane.url, "certificate-authority": controlPlane.caFile };
    await writeFile(
      file,
      JSON.stringify({
        clusters: [{ name: "c", cluster }],
        users: [{ name: "u", user: { token } }],
        contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
        "current-context": "c",
      }),
    );
    const { exit, report } = await unstickAs(file, "web");
    expect({ exit, decision: report?.decision, pods: report?.pods }).toEqual({
      exit: 3,
      decision: "cannot-decide",
      pods: [],
    });
    expect(report?.unread).toEqual([
      expect.stringContaining("PodCertificateRequests of namespace web cannot be read"),
      expect.stringContaining("Events of namespace web cannot be read"),
    ]);
  });

  test("asks before it evicts, and does nothing where there is nobody to ask", async () => {
    const { exit, report, stderr } = await unstick("--evict");
    expect({ exit, report }).toEqual({ exit: 2, report: undefined });
    expect(stderr).toContain("there is nobody to ask (--yes evicts without asking)");
  });

  test("says whose rule it is that refuses an eviction", async () => {
    await scaleSignerToZero();
    await apply(
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingAdmissionPolicy",
        metadata: { name: "freeze" },
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods/eviction"] },
            ],
          },
          validations: [{ expression: "false", message: "no evictions on Mondays" }],
        },
      },
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingAdmissionPolicyBinding",
        metadata: { name: "freeze" },
        spec: { policyName: "freeze", validationActions: ["Deny"] },
      },
    );
    const pod = await onlyPod("web", "web");
    const refused = await waitUntil("the policy", { seconds: 60 }, async () => {
      const { stderr } = await dryEviction(pod);
      return stderr.includes("Mondays") || undefined;
    });
    expect(refused).toBe(true);
    const { exit, report } = await unstick("--evict", "--yes");
    expect({ exit, eviction: report?.pods[0]?.eviction }).toEqual({
      exit: 1,
      eviction: { state: "refused", message: expect.stringContaining("no evictions on Mondays") },
    });
    await controlPlane.kubectl([
      "delete",
      "validatingadmissionpolicy,validatingadmissionpolicybinding",
      "freeze",
    ]);
    await waitUntil("the end of the policy", { seconds: 60 }, async () => {
      return (await dryEviction(pod)).stderr === "" || undefined;
    });
  });

  test("evicts it once nobody can deny its successor, and it alone", async () => {
    const bare = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "bare", namespace: "web", labels: { app: "bare" } },
      spec: podSpec("api", certificate),
    };
    await controlPlane.kubectl(["create", "-f", "-"], JSON.stringify(bare));
    await deny(await onlyPod("web", "bare"), "req-bare");
    const before = await onlyPod("web", "web");
    const { exit, report } = await unstick("--evict", "--yes");
    expect(report?.pods.map(({ eviction, grant: { state }, name }) => [name, state, eviction])).toEqual([
      [before.metadata.name, "loaded", { state: "evicted", message: null }],
      ["bare", "loaded", { state: "kept", message: "nothing would make another one of it" }],
    ]);
    expect(exit).toBe(1);
    const after = await waitUntil("the successor", { seconds: 60 }, async () => {
      const [pod] = await podsOf("web", "web");
      return pod?.metadata.uid === before.metadata.uid ? undefined : pod;
    });
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
    await controlPlane.kubectl(["-n", "web", "delete", "pod", "bare", "--grace-period=0", "--force"]);
    expect(await unstick()).toMatchObject({ exit: 0, report: { pods: [], decision: "none" } });
  });
});

async function scaleSignerToZero(): Promise<void> {
  const { kubectl } = controlPlane;
  await kubectl(["-n", "cert-signer", "scale", "deployment", "pod-cert-signer", "--replicas=0"]);
  // There is no kubelet that would end them.
  await waitUntil("the end of the signer", { seconds: 60 }, async () => {
    await kubectl(["-n", "cert-signer", "delete", "pods", "--all", "--grace-period=0", "--force"]);
    const pods = await controlPlane.api.list<Pod>("/api/v1/namespaces/cert-signer/pods");
    return pods.length === 0 || undefined;
  });
}

/** What the API server says to an eviction that it is not to carry out. */
async function dryEviction({ metadata: { name, namespace } }: RunningPod): Promise<{ stderr: string }> {
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction?dryRun=All`;
  return controlPlane.kubectl(["create", "--raw", path, "-f", "-"], JSON.stringify(eviction)).then(
    () => ({ stderr: "" }),
    (error: unknown) => ({ stderr: String(error) }),
  );
}
