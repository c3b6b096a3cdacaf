import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { built } from "../cli/run-built.ts";
import { policyText } from "../loaded/samples.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import {
  type Account,
  apply,
  mount,
  prepare,
  renewLease,
  runPod,
  serve,
  signer,
  startWait,
  type Waiting,
} from "./wait-scene.ts";
import { waitUntil } from "./wait-until.ts";

let controlPlane: ControlPlane;
let account: Account;

const granting = policyText(["api", "web"]);
const stableFor = 1;

beforeAll(async () => {
  controlPlane = await startControlPlane();
  await prepare(controlPlane);
  account = await mount(controlPlane);
}, 900_000);
afterAll(() => controlPlane?.stop());
afterEach(() => applyPolicy(granting), 60_000);

function applyPolicy(policy: string, name = "pod-cert-signer", immutable = false): Promise<void> {
  return apply(controlPlane, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "cert-signer" },
    data: { "policy.json": policy },
    ...(immutable ? { immutable } : {}),
  });
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

const usual = [
  "--signer=workload-certificates",
  "--signer-name=example.com/workload",
  "--preset=pod-cert-signer",
  "--policy-key=policy.json",
  `--stable-for=${stableFor}s`,
  '--requesters=[{"namespace":"shop","keyType":"ECDSAP256","serviceAccounts":["api","web"]}]',
];
const policy = "--policy=ConfigMap/cert-signer/pod-cert-signer";
const workload = "--workload=Deployment/cert-signer/pod-cert-signer";

function start(...args: readonly string[]): Waiting {
  return startWait(controlPlane, account, [...usual, policy, ...args]);
}

function http(port: number, timeout = "60s"): readonly string[] {
  return [workload, "--method=http", `--port=${port}`, "--path=/digest", `--timeout=${timeout}`];
}

async function said(waiting: Waiting, words: string | RegExp): Promise<void> {
  await waitUntil(`"${words}"`, { seconds: 30 }, () => {
    const log = waiting.log();
    return typeof words === "string" ? log.includes(words) : words.test(log);
  });
}

describe("wait, asking a real API server with the account of install/barrier", () => {
  test("http: opens when every pod answers with the digest of the live policy, soon after the last has it", async () => {
    await applyPolicy(granting);
    const old = sha256(policyText(["api"]));
    const told = [sha256(granting), old];
    const port = await serve("127.0.0.2", 0, () => `${told[0]}\n`);
    await serve("127.0.0.3", port, () => `${told[1]}\n`);
    await runPod(controlPlane, "first", { address: "127.0.0.2" });
    await runPod(controlPlane, "second", { address: "127.0.0.3" });
    const waiting = start(...http(port));
    await said(waiting, /pod second has another policy/);
    const loadedMs = performance.now();
    told[1] = sha256(granting);
    const { exit, log } = await waiting.ended;
    const tookSeconds = (performance.now() - loadedMs) / 1000;
    expect(log).toMatch(/2 grants: open after \d+ s: all 2 signer pods have loaded the live policy/);
    expect(exit).toBe(0);
    expect(tookSeconds).toBeGreaterThanOrEqual(stableFor);
    expect(tookSeconds).toBeLessThan(2 + stableFor + 1.5);
  });

  test("metrics: reads the digest from a label, also of a pod that does not answer at once", async () => {
    const sample = `# HELP a b\nsigner_policy_info{sha256="${sha256(granting)}"} 1\n`;
    const port = await serve("127.0.0.2", 0, () => sample);
    await runPod(controlPlane, "late", { address: "127.0.0.3" });
    const waiting = start(
      workload,
      "--method=metrics",
      `--port=${port}`,
      "--path=/metrics",
      "--metric=signer_policy_info",
      "--label=sha256",
      "--timeout=60s",
    );
    await said(waiting, "pod late gave no answer (127.0.0.3");
    await serve("127.0.0.3", port, () => sample);
    expect(await waiting.ended).toMatchObject({ exit: 0 });
  });

  test("report: asks the reporter beside the signer", async () => {
    const file = join(controlPlane.folder, "policy.json");
    await writeFile(file, policyText(["api"]));
    const port = await serve("127.0.0.9", 0, () => "");
    const reporter = spawn(process.execPath, [built, "report", file, "--listen", `127.0.0.2:${port}`], {
      stdio: "ignore",
    });
    onTestFinished(() => void reporter.kill("SIGKILL"));
    await runPod(controlPlane, "reported", { address: "127.0.0.2" });
    const waiting = start(
      workload,
      "--method=report",
      `--port=${port}`,
      "--poll-interval=3s",
      "--timeout=60s",
    );
    await said(waiting, /pod reported has another policy/);
    await writeFile(file, granting);
    await said(waiting, /pod reported has its file, and \d s left to poll it/);
    const { exit, log } = await waiting.ended;
    expect(log).toContain("pod reported has had its file for 3 s");
    expect(exit).toBe(0);
  });

  test("settle: waits for both bounds by the API server's clock, and for a kubelet that is alive", async () => {
    await applyPolicy(policyText(["api"]));
    await runPod(controlPlane, "settled", { address: "127.0.0.2" });
    await renewLease(controlPlane, "settled");
    await applyPolicy(granting);
    const waiting = start(
      workload,
      "--method=settle",
      "--propagation=4s",
      "--poll-interval=2s",
      "--timeout=60s",
    );
    await said(waiting, /pod settled the kubelet of node node-settled has not been seen since/);
    expect(waiting.log()).toMatch(/4 s for the kubelet and 2 s for the signer have not passed/);
    await renewLease(controlPlane, "settled");
    const { exit, seconds } = await waiting.ended;
    expect(exit).toBe(0);
    expect(seconds).toBeGreaterThanOrEqual(4 + 2 + stableFor - 2);
  });

  test("rollout: opens when pods and template name the policy of this sync", async () => {
    const name = "pod-cert-signer-8m2t4kbd5h";
    // Its name changes with its content, so the role of install/ has to allow every name.
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
    const metadata = { name: "any-config-map", namespace: "cert-signer" };
    const rbac = "rbac.authorization.k8s.io";
    await apply(
      controlPlane,
      { apiVersion: `${rbac}/v1`, kind: "Role", metadata, rules },
      {
        apiVersion: `${rbac}/v1`,
        kind: "RoleBinding",
        metadata,
        roleRef: { apiGroup: rbac, kind: "Role", name: metadata.name },
        subjects: [{ kind: "ServiceAccount", name: "grantwave-barrier", namespace: "grantwave" }],
      },
    );
    await applyPolicy(granting, name);
    await runPod(controlPlane, "old", { address: "127.0.0.2" });
    const waiting = startWait(controlPlane, account, [
      ...usual,
      `--policy=ConfigMap/cert-signer/${name}`,
      workload,
      "--method=rollout",
      "--timeout=60s",
    ]);
    await said(waiting, /pod old names another policy object/);
    expect(waiting.log()).toContain("Deployment/cert-signer/pod-cert-signer does not name the policy");
    await apply(controlPlane, signer(name));
    onTestFinished(() => apply(controlPlane, signer("pod-cert-signer")), 60_000);
    await runPod(controlPlane, "new", { address: "127.0.0.3", configMap: name });
    await controlPlane.kubectl(["delete", "pod", "--namespace=cert-signer", "old", "--force"]);
    expect(await waiting.ended).toMatchObject({ exit: 0 });
  });

  test("status: opens when the condition is true of the present generation", async () => {
    await apply(controlPlane, definition);
    await waitUntil("the kind", { seconds: 30 }, () => controlPlane.api.find("/apis/example.com/v1"));
    const name = "workloads";
    const grants = [{ namespace: "shop", serviceAccount: "*" }];
    const object = { apiVersion: "example.com/v1", kind: "SignerPolicy", metadata: { name } };
    await apply(controlPlane, { ...object, spec: { grants } });
    const description = {
      policy: { group: "example.com", kind: "SignerPolicy", name },
      grants: {
        path: ["spec", "grants"],
        noGrant: "NoGrant",
        fields: {
          namespace: { path: ["namespace"] },
          serviceAccount: { path: ["serviceAccount"], match: "glob" },
        },
      },
    };
    const waiting = startWait(controlPlane, account, [
      ...usual.filter((arg) => !/preset|policy-key/.test(arg)),
      "--preset=generic",
      `--policy=SignerPolicy.example.com/${name}`,
      `--grants=${JSON.stringify(description)}`,
      "--method=status",
      "--condition=Ready",
      "--timeout=60s",
      `--kubeconfig=${controlPlane.kubeconfig}`,
    ]);
    await said(waiting, /has no condition Ready yet/);
    await setCondition(name, { type: "Ready", status: "True", observedGeneration: 7 });
    await said(waiting, /has condition Ready of generation 7, not of 1/);
    await setCondition(name, { type: "Ready", status: "True", observedGeneration: 1 });
    expect(await waiting.ended).toMatchObject({ exit: 0 });
  });

  test("opens where the signer has no pod, since nobody can deny", async () => {
    const { exit, log } = await start(...http(9)).ended;
    expect(log).toContain(
      "all were loaded already: the live policy has every grant and the signer has no pod",
    );
    expect(exit).toBe(0);
  });
});

describe("wait, when it cannot open", () => {
  test("ends with 13 and names who waits, where the live policy lacks a grant", async () => {
    await applyPolicy(policyText(["api"]));
    const { exit, log } = await start(...http(9, "3s")).ended;
    expect(exit).toBe(13);
    expect(log.trimEnd().split("\n").at(-1)).toMatch(
      /^grantwave: signer workload-certificates .* lacks a grant .* deny shop\/web with NoGrant .*; still waiting: shop\/web \(to pass all the same: .*mode "off".* and a hard refresh\)$/,
    );
  });

  test("ends with 13 where there is no policy at all", async () => {
    await controlPlane.kubectl(["delete", "configmap", "--namespace=cert-signer", "pod-cert-signer"]);
    const { exit, log } = await start(...http(9, "3s")).ended;
    expect(log).toContain("there is no ConfigMap/cert-signer/pod-cert-signer");
    expect(exit).toBe(13);
  });

  test("ends with 11 where the signer's workload does not exist, and opens if this sync brings it", async () => {
    await controlPlane.kubectl(["delete", "deployment", "--namespace=cert-signer", "pod-cert-signer"]);
    onTestFinished(() => apply(controlPlane, signer("pod-cert-signer")), 60_000);
    const { exit, log } = await start(...http(9, "3s")).ended;
    expect(log).toContain(
      "Deployment/cert-signer/pod-cert-signer is neither in the cluster nor in this sync",
    );
    expect(exit).toBe(11);
    expect(await start(...http(9), "--workload-in-sync").ended).toMatchObject({ exit: 0 });
  });

  test("ends with 10 at its deadline, with what each pod said", async () => {
    await runPod(controlPlane, "mute", { address: "127.0.0.2" });
    const { exit, log, seconds } = await start(...http(9, "4s")).ended;
    expect(exit).toBe(10);
    expect(log).toMatch(/still waiting: shop\/api, shop\/web/);
    expect(log.trimEnd().split("\n").at(-1)).toContain("pod mute gave no answer (127.0.0.2:9: ECONNREFUSED)");
    expect(seconds).toBeLessThan(7);
  });

  test("ends with 12 where its account may not read, when that has lasted", async () => {
    await controlPlane.kubectl(["create", "serviceaccount", "--namespace=grantwave", "guest"]);
    const guest = await mount(controlPlane, "guest");
    const { exit, log, seconds } = await startWait(controlPlane, guest, [...usual, policy, ...http(9)]).ended;
    expect(log).toContain("answered 403");
    expect(exit).toBe(12);
    expect(seconds).toBeGreaterThan(19);
    expect(seconds).toBeLessThan(55);
  });

  test("goes on with a token that is refused at first, once the mount has a good one", async () => {
    const stale = await mount(controlPlane);
    const good = await controlPlane.kubectl([
      "create",
      "token",
      "--namespace=grantwave",
      "grantwave-barrier",
    ]);
    await writeFile(join(stale.folder, "token"), "expired");
    const waiting = startWait(controlPlane, stale, [...usual, policy, ...http(9)]);
    await said(waiting, "answered 401");
    await writeFile(join(stale.folder, "token"), good);
    expect(await waiting.ended).toMatchObject({ exit: 0 });
  });

  test("ends at once on SIGTERM", async () => {
    await runPod(controlPlane, "slow", { address: "127.0.0.2" });
    const waiting = start(...http(9));
    await said(waiting, /pod slow gave no answer/);
    const askedMs = performance.now();
    waiting.child.kill("SIGTERM");
    expect(await waiting.ended).toMatchObject({ exit: 143 });
    expect(performance.now() - askedMs).toBeLessThan(1500);
  });

  test("outlives the API server", async () => {
    let told = sha256(policyText(["api"]));
    const port = await serve("127.0.0.2", 0, () => told);
    await runPod(controlPlane, "steady", { address: "127.0.0.2" });
    const waiting = start(...http(port, "120s"));
    await said(waiting, /pod steady has another policy/);
    const restarted = controlPlane.restartApiServer();
    await said(waiting, /looking again, since/);
    told = sha256(granting);
    await restarted;
    expect(await waiting.ended).toMatchObject({ exit: 0 });
  }, 180_000);
});

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "signerpolicies.example.com" },
  spec: {
    group: "example.com",
    scope: "Cluster",
    names: { kind: "SignerPolicy", plural: "signerpolicies", singular: "signerpolicy" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

async function setCondition(name: string, condition: object): Promise<void> {
  const patch = JSON.stringify({ status: { conditions: [condition] } });
  const target = ["signerpolicies.example.com", name, "--subresource=status"];
  await controlPlane.kubectl(["patch", ...target, "--type=merge", `--patch=${patch}`]);
}
